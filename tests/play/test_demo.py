"""The demo: four tours with something true to show, made once, logged tap by tap."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.factory import a_tour, a_user
from tourmanager.accounts.models import User
from tourmanager.results.log.reading import ended_of, field_of, read_stage, standings_of
from tourmanager.results.models import Entry
from tourmanager.results.publishing.verify import verify
from tourmanager.riders.models import Team
from tourmanager.tabletop.cycling_party import rehearsal
from tourmanager.tabletop.cycling_party.vocabulary import TYPES
from tourmanager.tours.models import Stage, Tour

pytestmark = pytest.mark.django_db


def load() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def test_the_demo_shows_a_finished_tour_one_under_way_and_one_just_created():
    load()
    assert [
        (team.riders.count(), team.riders.values("role").distinct().count())
        for team in Team.objects.all()
    ] == [(6, 6)] * max(8, Team.objects.count())
    names = (
        "Weekend Classics",
        "Coast and Cols",
        "Tour of the Five Valleys",
        "Tour of the Red Kite",
    )
    created, under_way, finished, grand_tour = (Tour.objects.get(name=name) for name in names)

    assert [finished.state, *finished.stages.values_list("state", flat=True)] == [
        Tour.State.FINISHED,
        *[Stage.State.ENDED] * 5,
    ]
    log = Entry.objects.filter(stage__tour=finished)
    assert {body["do"] for body in log.values_list("body", flat=True)} >= {
        "cp.use",
        "cp.double",
        "undo",
        "reopen",
        "move",
        "turn",
        "end",
    }
    table = standings_of(field_of(finished), ended_of(finished).results)[-1]
    winners = {day.riders[0].who for day in table.days}
    assert len(winners) >= 4  # it is a race, not a procession
    assert len({jersey.leader for jersey in table.jerseys}) >= 3

    reading = read_stage(under_way.stages.select_related("tour").get(state=Stage.State.ACTIVE))
    assert reading.stage.number == 3
    assert 3 < len(reading.log.sheet.order) < len(reading.frame.riders)
    assert [
        line.key
        for line in reading.frame.lines.values()
        if len(reading.log.sheet.lines[line.key]) < reading.frame.places_needed(line)
    ]

    assert not Entry.objects.filter(stage__tour=created).exists()
    assert (grand_tour.game, grand_tour.is_finished) == ("flamme_rouge", True)
    assert [stage.course["name"] for stage in grand_tour.stages.all()] == [
        "Firenze - Milano",
        "Peloton stage 7",
        "La Haute Montagne",
    ]
    kept = Entry.objects.filter(stage__tour=grand_tour, body__do="fr.exhaustion").values_list(
        "body__cards", flat=True
    )
    assert len(kept) == 3 * 8
    assert any(kept)
    for tour in (created, under_way, finished, grand_tour):
        assert verify(tour).problems == []
        assert [director.username for director in tour.directors.all()] == ["demo"]
    assert not User.objects.get().has_usable_password()

    # what somebody has changed or thrown away since is left alone
    created.delete()
    Team.objects.all()[0].delete()
    before = (Tour.objects.count(), Team.objects.count(), Entry.objects.count())
    assert "nothing was changed" in load()
    assert before == (Tour.objects.count(), Team.objects.count(), Entry.objects.count())


def test_the_demo_does_not_take_the_place_of_a_tour_of_the_same_name():
    a_tour(name="Weekend classics")
    with pytest.raises(CommandError, match="There is already a tour of this name"):
        load()
    assert Tour.objects.count() == 1
    assert not User.objects.exists()
    assert not Team.objects.exists()


def test_somebody_called_demo_keeps_his_account():
    someone = a_user("demo", password="a long one of his own")
    assert "nothing was changed" in load()
    assert User.objects.get() == someone
    assert not Tour.objects.exists()


@pytest.mark.parametrize("type", TYPES)
def test_a_rehearsed_stage_names_everybody_once(type):
    from tests.results.road import a_frame
    from tourmanager.results.sheet.sheet import begin_sheet

    riders = " ".join(f"{team}{number}" for team in "abcdef" for number in range(1, 7))
    frame = a_frame(riders, "is is is is is third first hc", type)
    roles = {rider: list(rehearsal.STRENGTHS)[int(rider[1]) - 1] for rider in frame.riders}
    for seed in range(20):
        sheet = begin_sheet(frame)
        for body in (
            *rehearsal.rehearse_road(frame, roles, str(seed)),
            *rehearsal.rehearse_arrivals(frame, roles, str(seed)),
        ):
            sheet.apply(body)
        assert sorted(sheet.order) == sorted(frame.riders)
        assert None not in [sheet.seconds_of(rider) for rider in sheet.order]
        assert all(len(sheet.lines[line.key]) == line.places for line in frame.lines.values())
