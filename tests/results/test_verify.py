"""`manage.py verify` finds whatever was altered behind the log's back."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.factory import NOW, a_tour
from tests.race import a_raced_tour, active_stage, log_stage, tap
from tourmanager.results.models import Entry, Standing
from tourmanager.results.publishing.verify import check_numbering, differences, verify
from tourmanager.results.sheet import entries as e
from tourmanager.scoring.result import Arrival, StageResult
from tourmanager.tabletop.cycling_party.table import entries as cp
from tourmanager.tours.models import Stage, Tour, TourTeam

pytestmark = pytest.mark.django_db


def printed(*words: str) -> str:
    out = StringIO()
    call_command("verify", *words, stdout=out, no_color=True)
    return out.getvalue()


def found(tour: Tour) -> str:
    return "\n".join(verify(Tour.objects.get(pk=tour.pk)).problems)


def the_standing(tour: Tour, number: int = 1) -> Any:
    return Standing.objects.filter(stage__tour=tour, stage__number=number)


def test_a_tour_as_it_was_logged_agrees():
    tour = a_raced_tour(stages=3, raced=2)
    assert found(tour) == ""
    assert (
        printed(tour.slug)
        == f"OK     {tour.name}: 3 stages, {Entry.objects.count()} log entries, 2 results proved\n"
    )


def test_a_tour_without_any_entry_agrees():
    a_tour()
    assert "0 log entries" in printed()


def test_all_tours_are_looked_at_where_none_is_named():
    tours = [a_tour(), a_tour()]
    assert all(tour.name in printed() for tour in tours)


def test_an_empty_server_says_so():
    assert printed() == "There is no tour yet.\n"


def test_an_unknown_tour_is_said_with_those_there_are():
    tour = a_tour(name="Round the lake")
    with pytest.raises(CommandError, match=r"no tour “lake”.*\n  Round the lake"):
        printed("lake")
    assert tour.name in printed("ROUND THE LAKE")


def test_corrections_undone_steps_and_an_open_correction_agree():
    tour = a_raced_tour(stages=2, raced=2)
    stage = tour.stages.get(number=1)
    tap(stage, e.Reopen())
    tap(stage, e.Move("finish", "b5", 1))
    moved = tap(stage, e.Move("finish", "b4", 1))
    assert found(tour) == ""
    tap(stage, e.Undo(moved.entry.seq))
    tap(stage, e.End(("TIME_ORDER_WARNING",)))
    assert found(tour) == ""
    tap(stage, e.Reopen())
    tap(stage, e.Move("finish", "a1", 1))
    tap(stage, e.Discard())
    assert found(tour) == ""


def test_a_rider_taken_out_in_a_later_correction_agrees():
    tour = a_tour(stages=2)
    log_stage(tour, at=NOW)
    log_stage(tour, at=NOW + timedelta(hours=1))
    first = tour.stages.get(number=1)
    tap(first, e.Reopen(), at=NOW + timedelta(hours=2))
    tap(first, e.Remove("finish", "b5"), at=NOW + timedelta(hours=2))
    tap(first, e.Out("b5"), at=NOW + timedelta(hours=2))
    tap(first, e.End(), at=NOW + timedelta(hours=2))
    assert found(tour) == ""


def test_advantages_used_are_proved_too():
    tour = a_tour()
    stage = active_stage(tour)
    tap(stage, cp.Use("a", "bottle"))
    log_stage(tour)
    assert found(tour) == ""
    standing = the_standing(tour).get()
    assert standing.result["extras"] == {"used": {"a": {"bottle": 1}}}
    standing.result["extras"]["used"]["a"]["bottle"] = 2
    standing.save()
    assert found(tour) == "Stage 1: what the game keeps of the stage differs from its log."


def test_a_changed_time_is_found():
    tour = a_raced_tour()
    standing = the_standing(tour).get()
    standing.result["arrivals"][0]["seconds"] += 1
    standing.save()
    assert "Stage 1: place 1 of the arrivals is kept as" in found(tour)
    with pytest.raises(
        CommandError, match="1 disagreement between the stored results and the logs"
    ):
        printed(tour.slug)


def test_a_changed_passage_is_found():
    tour = a_raced_tour()
    standing = the_standing(tour).get()
    standing.result["passages"][0]["riders"].reverse()
    standing.save()
    assert "Stage 1: Sprint 1 is kept as" in found(tour)


def test_a_rider_struck_from_the_race_is_found():
    tour = a_raced_tour()
    standing = the_standing(tour).get()
    standing.result["statuses"] = {"a1": "dnf"}
    standing.save()
    assert "out of the race is kept as Azure 1, the log says nobody." in found(tour)


def test_a_result_that_cannot_be_read_is_found():
    tour = a_raced_tour()
    the_standing(tour).update(result={"number": "one"})
    assert "the result that is kept cannot be read" in found(tour)


def test_a_result_of_another_entry_is_found():
    tour = a_raced_tour()
    the_standing(tour).update(seq=1)
    assert "the result is kept as of entry 1, the stage was last ended by entry" in found(tour)


def test_a_lost_result_is_found():
    tour = a_raced_tour()
    the_standing(tour, 2).delete()
    assert found(tour) == "Stage 2: its log has ended it, but nothing is kept of its result."


def test_a_result_without_a_log_is_found():
    tour = a_raced_tour(stages=2, raced=1)
    standing = the_standing(tour).get()
    Standing.objects.create(
        stage=active_stage(tour), seq=1, result=standing.result, at=NOW, version=1
    )
    assert "Stage 2: a result is kept, but its log has not ended it." in found(tour)


def test_a_missing_entry_is_found():
    tour = a_raced_tour()
    Entry.objects.filter(stage__tour=tour, stage__number=1, seq=3).delete()
    assert "Stage 1: entry 3 of the log is numbered 4" in found(tour)


def test_a_changed_entry_is_found():
    tour = a_raced_tour()
    Entry.objects.filter(stage__tour=tour, stage__number=1, seq=1).update(body=e.dump(e.Turn(0)))
    assert "Stage 1: Sprint 1 is kept as" in found(tour)


@pytest.mark.parametrize("body", [{"do": "fly"}, {}, [], "place", 7, {"do": "end", "x": 1}])
def test_an_unreadable_entry_is_found(body):
    tour = a_raced_tour()
    Entry.objects.filter(stage__tour=tour, stage__number=1, seq=1).update(body=body)
    assert "Stage 1: entry 1 cannot be read" in found(tour)


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (e.Place("s1", "z1"), "z1"),
        (e.Place("s9", "a1"), "s9"),
        (cp.Use("z", "bottle"), "z"),
        (e.Arrive(("a9",)), "a9"),
    ],
)
def test_an_entry_of_an_unknown_rider_team_or_line_is_found(body, name):
    tour = a_raced_tour()
    Entry.objects.filter(stage__tour=tour, stage__number=1, seq=1).update(body=e.dump(body))
    assert f"Stage 1: entry 1 names {name}, which this tour does not have." in found(tour)


def test_a_token_that_is_there_twice_is_found():
    log = [
        Entry(seq=1, token="t", body={}),
        Entry(seq=2, token="u", body={}),
        Entry(seq=3, token="t", body={}),
        Entry(seq=4, body={}),
    ]
    assert check_numbering("Stage 1", log) == [
        "Stage 1: entries 1 and 3 bear the same token, so one tap may count 2 times.",
        "Stage 1: an entry has no token.",
    ]


@pytest.mark.rule("CP-M-059")
@pytest.mark.parametrize(
    ("number", "changes", "text"),
    [
        (
            1,
            {"state": "pending", "ended_at": None},
            "Stage 1: it is kept as “To come”, its log says “Ended”.",
        ),
        (2, {"state": "pending"}, "Stage 2: it is kept as “To come”, its log says “Being raced”."),
        (1, {"reopened": True}, "Stage 1: it is kept as open for correction, its log says closed."),
        (
            1,
            {"ended_at": NOW + timedelta(days=1)},
            "Stage 1: the time of its end differs from that of the entry that ended it.",
        ),
    ],
)
def test_a_stage_in_another_state_than_its_log_says_is_found(number, changes, text):
    tour = a_raced_tour(stages=3, raced=1)
    Stage.objects.filter(tour=tour, number=number).update(**changes)
    assert text in found(tour)


def test_an_entry_in_a_stage_to_come_is_found():
    tour = a_raced_tour(stages=3, raced=1)
    Entry.objects.filter(stage__tour=tour, stage__number=1, seq=1).update(
        stage=tour.stages.get(number=3)
    )
    assert "Stage 3: something is logged though the stages before it have not all ended." in found(
        tour
    )


@pytest.mark.rule("CP-M-059")
def test_a_tour_that_is_finished_too_early_or_not_at_all_is_found():
    running, over = a_raced_tour(stages=2, raced=1), a_raced_tour(stages=1)
    Tour.objects.filter(pk=running.pk).update(state=Tour.State.FINISHED)
    Tour.objects.filter(pk=over.pk).update(state=Tour.State.ACTIVE)
    assert found(running) == "The tour is kept as “Finished”, but a stage has not ended."
    assert found(over) == "The tour is kept as “Under way”, but all stages have ended."


def test_a_team_that_lost_its_letter_is_found():
    tour = a_raced_tour()
    TourTeam.objects.filter(tour=tour, letter="a").update(letter="z")
    assert "which this tour does not have" in found(tour)


def test_differences_are_said_in_words():
    logged = StageResult(1, "flat", (), (Arrival("a1", 5), Arrival("b1", 9)))
    assert differences(
        StageResult(2, "high", (), (Arrival("a1", 5),)), logged, {"b1": "Brick 1"}
    ) == [
        "the result is kept for stage 2 (high), the log is of stage 1 (flat).",
        "place 2 of the arrivals is kept as nobody, the log says Brick 1 in 9 s.",
    ]
