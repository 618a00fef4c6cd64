"""Classifications, jerseys and the points of the players, as the API describes them."""

from collections.abc import Sequence
from typing import Any

from tourmanager.api.schemas import standings as s
from tourmanager.api.schemas.base import Published
from tourmanager.classifications.managers import manager_lines
from tourmanager.classifications.printed import tie_facts
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.scoring import tables
from tourmanager.scoring.codes import team_of
from tourmanager.scoring.tie_breaks import Tie
from tourmanager.tours import approval


def describe_classifications(race: TourSnapshot) -> s.Classifications:
    return s.Classifications(
        **_moment(race),
        classifications=[_classification(race, key) for key in race.keys],
        stage=_stage_result(race) if race.number else None,
    )


def describe_manager_points(race: TourSnapshot) -> s.ManagerPoints:
    players = [
        s.Player(
            rank=line.player.rank if line.ranked else None,
            team=line.team.letter,
            name=line.team.player,
            points=line.player.points,
            sources=line.player.sources,
            change=line.player.change,
            tie=_tie(line.player.tie) if line.ranked else None,
        )
        for line in manager_lines(race)
    ]
    name = race.tour.manager_points_name
    return s.ManagerPoints(**_moment(race), name=name, players=players if name else [])


def describe_jerseys(race: TourSnapshot) -> s.Jerseys:
    return s.Jerseys(
        **_moment(race),
        jerseys=_jerseys(race, race.now),
        history=[
            s.Worn(after=stood.after, jerseys=_jerseys(race, stood))
            for stood in race.course
            if stood.after in race.numbers
        ],
    )


def _moment(race: TourSnapshot) -> dict[str, Any]:
    return {
        "tour": race.tour.slug,
        "revision": race.tour.revision,
        "after": race.number,
        "on_road": race.virtual,
        "final": race.is_final,
        "ended": race.numbers,
        "published": None if race.virtual else _published(race.published),
    }


def _published(published: approval.Published | None) -> Published | None:
    if published is None:
        return None
    return Published(
        state=published.approval, updated_at=published.updated, official_since=published.since
    )


def _classification(race: TourSnapshot, key: str) -> s.Classification:
    table = race.now.classifications[key]
    return s.Classification(
        key=key,
        name=table.name,
        unit="seconds" if table.by_time else "points",
        of="teams" if table.ranking.by == "team_time" else "riders",
        jersey=table.ranking.colour,
        tie_breaks=[criterion.name for criterion in table.chain],
        rows=[s.Row(**values) for values in _rows(race, table.rows)],
    )


def _stage_result(race: TourSnapshot) -> s.StageResult:
    counted, day = race.counted_stage, race.day
    fractions = {arrival.rider: arrival.fraction for arrival in counted.arrivals}
    riders = []
    for values in _rows(race, day.riders):
        who = values["who"]
        points: dict[str, int] = {}
        for part in day.paid(who):
            points[part.source] = points.get(part.source, 0) + part.amount
        riders.append(
            s.StageRow(
                **values,
                thousandths=fractions.get(who, 0),
                bonus=counted.bonus.get(who, 0),
                points=points,
            )
        )
    teams = [s.Row(**values) for values in _rows(race, day.teams)]
    return s.StageResult(number=race.number, name=str(race.stage), riders=riders, teams=teams)


def _rows(race: TourSnapshot, rows: Sequence[tables.RankedRow]) -> list[dict[str, Any]]:
    return [
        {
            "rank": row.rank,
            "who": row.who,
            "name": _name(race, row.who),
            "team": team_of(row.who),
            "figure": row.figure,
            "gap": row.gap,
            "change": row.change,
            "tie": _tie(row.tie),
        }
        for row in rows
    ]


def _name(race: TourSnapshot, who: str) -> str:
    rider = race.field.riders.get(who)
    return rider.name if rider else race.field.by_letter[who].name


def _tie(tie: Tie | None) -> s.Tie | None:
    facts = tie_facts(tie)
    if facts is None:
        return None
    criterion = facts["criterion"] or {}
    return s.Tie(
        criterion=criterion.get("name"),
        stage=criterion.get("stage", ""),
        better=facts["better"],
        worse=facts["worse"],
    )


def _jerseys(race: TourSnapshot, stood: tables.Standings) -> list[s.Jersey]:
    return [
        s.Jersey(
            classification=jersey.key,
            name=race.names[jersey.key],
            colour=jersey.colour,
            leader=jersey.leader,
            shared=list(jersey.shared),
            wearer=jersey.wearer,
            stands_in_for=jersey.stands_in_for,
        )
        for jersey in stood.jerseys
    ]
