"""Tours as the API describes them."""

from collections.abc import Iterable

from django.core.paginator import Paginator

from tourmanager.api.schemas import tours as s
from tourmanager.results.log.reading import TourStartList, field_of
from tourmanager.scoring.scheme import Scheme
from tourmanager.tabletop.registry import part
from tourmanager.tours.measure import RoadWords
from tourmanager.tours.models import Line, Stage, Tour


def list_tours(page: int, per_page: int, *, archived: bool) -> s.TourList:
    """Read one page of the listed tours (2 queries); the last page where there are fewer."""
    tours = Tour.objects.not_erased().filter(listed=True).filter(archived_at__isnull=not archived)
    found = Paginator(tours.with_progress().order_by("-changed_at", "-pk"), per_page).get_page(page)
    return s.TourList(
        total=found.paginator.count,
        page=found.number,
        pages=found.paginator.num_pages,
        tours=[_summary(tour) for tour in found],
    )


def _summary(tour: Tour) -> s.TourSummary:
    return s.TourSummary(
        slug=tour.slug,
        name=tour.name,
        game=tour.game,
        state=tour.state,
        stages=tour.total,  # type: ignore[attr-defined]  # as `with_progress` counts them
        ended=tour.ended,  # type: ignore[attr-defined]
        archived=tour.archived_at is not None,
        changed_at=tour.changed_at,
        page=tour.get_absolute_url(),
    )


def describe_tour(tour: Tour) -> s.Tour:
    """Read a whole tour (3 queries)."""
    field = field_of(tour)
    stages = tour.stages.order_by("number").prefetch_related("lines")
    return s.Tour(
        slug=tour.slug,
        name=tour.name,
        game=tour.game,
        state=tour.state,
        archived=tour.archived_at is not None,
        created_at=tour.created_at,
        changed_at=tour.changed_at,
        revision=tour.revision,
        page=tour.get_absolute_url(),
        length_unit=part(tour.game, RoadWords).measure.one,
        second_person=tour.second_person,
        manager_points=tour.manager_points_name,
        scheme=_scheme(field.scheme),
        stages=[describe_stage(stage, stage.lines.all()) for stage in stages],
        teams=_teams(field),
    )


def _scheme(scheme: Scheme) -> s.Scheme:
    return s.Scheme(
        key=scheme.key,
        name=scheme.name,
        classifications=[
            s.ClassificationName(key=each.key, name=each.name, by=each.by, jersey=each.colour)
            for each in scheme.classifications
        ],
    )


def _teams(field: TourStartList) -> list[s.Team]:
    riders: dict[str, list[s.Rider]] = {team.letter: [] for team in field.teams}
    for code, rider in field.riders.items():
        riders[rider.team.letter].append(
            s.Rider(
                code=code,
                number=rider.number,
                name=rider.name,
                role=rider.role,
                marks=rider.marks,
            )
        )
    return [
        s.Team(
            letter=team.letter,
            name=team.name,
            short_name=team.short_name,
            player=team.player,
            colour=team.colour,
            pattern=team.pattern,
            riders=riders[team.letter],
        )
        for team in field.teams
    ]


def describe_stage(stage: Stage, lines: Iterable[Line]) -> s.StageSummary:
    """Describe a stage without what happened in it."""
    return s.StageSummary(
        number=stage.number,
        name=str(stage),
        label=stage.label or str(stage.number),
        type=stage.type,
        kind=stage.kind,
        length=stage.length,
        state=stage.state,
        reopened=stage.reopened,
        approval=stage.approval,
        ended_at=stage.ended_at,
        official_since=stage.approved_at,
        lines=[_line(line) for line in sorted(lines, key=lambda line: line.km)],
    )


def _line(line: Line) -> s.Line:
    return s.Line(
        key=line.key,
        kind=line.kind,
        category=line.category,
        name=line.label,
        at=line.km,
        climb_from=line.start,
    )
