"""What contradicts the scheme or itself is said, and may stand: a race may have had its reasons."""

import pytest

from tests.factory import a_tour, a_user
from tests.race import active_stage, log_stage, say, tap
from tests.results.road import RULES, a_frame, a_log
from tourmanager.results.jury_desk.amending import record_all
from tourmanager.results.jury_desk.page import JuryPage
from tourmanager.results.log.reading import read_stage
from tourmanager.results.log.recording import EndRefused
from tourmanager.results.sheet import checks
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.frame import GameFrame
from tourmanager.tours.models import Tour

RACE = a_frame("a1 a2 b1 b2", "is", type="flat", key="race", game=GameFrame(), rankings=RULES.names)


def found(*bodies: e.EntryBody, frame=RACE) -> dict[str, str]:
    sheet = a_log(frame, []).sheet
    for body in bodies:
        sheet.apply(body)
    return {problem.code: problem.text for problem in checks.all_problems(sheet, RULES)}


def results(*riders: str, **more) -> e.Results:
    return e.Results(
        arrivals=tuple(e.Given(rider, seconds=60 + n) for n, rider in enumerate(riders)), **more
    )


def test_a_whole_result_of_a_race_has_nothing_to_look_at():
    line = e.GivenLine("s1", "Sprint 1", "is", ("a1", "a2", "b1"))
    assert found(results("a1", "a2", "b1", "b2", lines=(line,))) == {}


def test_who_neither_arrived_nor_has_a_status_is_named():
    assert (
        found(results("a1", "a2", "b1"))["ARRIVALS"]
        == "1 rider has not arrived and has no status: B 2."
    )
    assert "ARRIVALS" not in found(results("a1", "a2", "b1"), e.Status("b2", "dnf"))


def test_an_arrival_without_a_time_is_a_warning_in_a_race_and_refused_at_the_table():
    blank = e.Results(
        arrivals=(*(e.Given(rider, seconds=60) for rider in ("a1", "a2", "b1")), e.Given("b2"))
    )
    assert "B 2" in found(blank)["NO_TIME_WARNING"]
    table = a_frame("a1 a2 b1 b2", "is", type="flat", rankings=RULES.names)
    assert "TIMES" in found(blank, frame=table)


def test_a_better_time_behind_is_a_warning_also_with_own_times():
    assert (
        "better time"
        in found(results("a1", "a2", "b1", "b2"), e.OwnTime("b2", 50))["TIME_ORDER_WARNING"]
    )


def test_points_that_the_scheme_does_not_give_are_named():
    due = RULES.line_points["is"]
    right = e.GivenLine("s1", "Sprint 1", "is", ("a1", "a2", "b1"), tuple(due[:3]))
    wrong = e.GivenLine("s1", "Sprint 1", "is", ("a1", "a2", "b1"), (due[0], due[1] + 1, due[2]))
    assert "POINTS_WARNING" not in found(results("a1", "a2", "b1", "b2", lines=(right,)))
    said = found(results("a1", "a2", "b1", "b2", lines=(wrong,)))["POINTS_WARNING"]
    assert (
        said
        == f"Sprint 1: the points given are not those of the scheme: A 2 has {due[1] + 1} for 2nd,"
        f" the scheme gives {due[1]}."
    )


def test_points_at_the_finish_are_held_to_the_table_of_their_classification():
    table = RULES.by_key["regularity"].finish_table("flat", "road")
    given = dict(zip(("a1", "a2", "b1", "b2"), table, strict=False))
    assert "POINTS_WARNING" not in found(
        results("a1", "a2", "b1", "b2", finish_paid={"regularity": given})
    )
    said = found(results("a1", "a2", "b1", "b2", finish_paid={"regularity": given | {"a2": 1}}))[
        "POINTS_WARNING"
    ]
    assert f"A 2 has 1, the scheme gives {table[1]}" in said
    assert (
        "does not have"
        in found(results("a1", "a2", "b1", "b2", finish_paid={"queen": given}))["POINTS_WARNING"]
    )


def test_two_riders_in_one_place_are_named():
    shared = e.Results(
        arrivals=(
            e.Given("a1", 60),
            e.Given("a2", 61),
            e.Given("b1", 62, place=2),
            e.Given("b2", 63),
        )
    )
    assert found(shared)["PLACE_WARNING"] == "A 2 and B 1 share the 2nd place."


def test_a_penalty_of_a_rider_who_is_out_counts_for_nothing_and_says_so():
    out = found(results("a1", "a2", "b1"), e.Status("b2", "dnf"), e.Penalise("b2", 20))
    assert "the penalty counts for nothing" in out["PENALTY_WARNING"]
    forgiven = found(
        results("a1", "a2", "b1"),
        e.Status("b2", "dnf"),
        e.Penalise("b2", 20),
        e.CancelPenalty(1, "out"),
    )
    assert "PENALTY_WARNING" not in forgiven


def test_who_did_not_start_was_at_no_line():
    line = e.GivenLine("s1", "Sprint 1", "is", ("b2", "a2", "b1"))
    said = found(results("a1", "a2", "b1", lines=(line,)), e.Status("b2", "dns"))["STATUS_WARNING"]
    assert said == "B 2 did not start and is named at Sprint 1."


@pytest.mark.rule("CP-APP-018")
@pytest.mark.django_db
def test_a_warning_stands_in_the_way_until_it_was_seen():
    stage = active_stage(a_tour())
    log_stage(stage.tour, "a1 b1 0:10", out="b5", end=False)
    tap(stage, e.Penalise("b5", 20))
    with pytest.raises(EndRefused, match="is out of the race"):
        say(stage, "end TIME_ORDER_WARNING")
    say(stage, "end PENALTY_WARNING")


@pytest.mark.django_db
def test_a_jury_has_room_for_144_riders(client, django_assert_max_num_queries):
    """A race of 144: the page shows everybody, and a rider nobody timed gets a place far down."""
    dora = a_user("dora")
    tour = a_tour(by=dora, teams=6, riders=6)
    Tour.objects.filter(pk=tour.pk).update(game="race")
    for team in tour.teams.all():
        team.riders.bulk_create(
            type(team.riders.first())(
                team=team, number=number, name=f"Rider {number} {team.name}", role=""
            )
            for number in range(7, 25)
        )
    stage = active_stage(tour)
    codes = read_stage(stage).frame.riders
    assert len(codes) == 144
    tap(
        stage,
        e.Results(
            arrivals=tuple(e.Given(code, seconds=7_200 + n) for n, code in enumerate(codes[:-1]))
        ),
        by=dora,
    )
    last = codes[-1]
    record_all(
        stage=stage,
        bodies=[e.Arrive((last,)), e.Move("finish", last, 120)],
        token="t-1",
        by=dora,
        at=tour.created_at,
    )
    tap(stage, e.OwnTime(last, 7_319), by=dora)
    row = JuryPage(read_stage(stage)).row(last)
    assert (row.place, row.time, row.status) == (120, "2:01:59", "finished")
    client.force_login(dora, backend="django.contrib.auth.backends.ModelBackend")
    with django_assert_max_num_queries(12):
        page = client.get(f"/tours/{tour.slug}/stages/1/jury/")
    assert page.content.decode().count('class="jury-link"') == 144
    assert client.get(f"/tours/{tour.slug}/stages/1/").status_code == 200


@pytest.mark.rule("CP-APP-018")
def test_a_line_waits_for_nobody_who_left_the_race_before_it():
    frame = a_frame(riders="a1 a2 a3", lines="is", type="flat")
    crashed = a_log(frame, ["place s1 a1", "place s1 a2", "out a3"]).sheet
    assert not [problem for problem in checks.all_problems(crashed, RULES) if problem.where == "s1"]
    behind = a_log(frame, ["place s1 a1", "place s1 a3", "out a3"]).sheet
    assert [
        problem.text for problem in checks.all_problems(behind, RULES) if problem.where == "s1"
    ] == ["Sprint 1: 1 of 3 riders is missing."]
