"""Recording: what is recorded once stands once, and what does not fit is refused with nothing
changed.
"""

import pytest
from django.db import IntegrityError, transaction

from tests.factory import NOW, a_tour, a_user
from tests.race import log_whole, say
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.log.reading import read_stage
from tourmanager.results.log.recording import Conflict, EndRefused, EntryRefused
from tourmanager.results.models import Entry, Standing
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet.checks import TIME_ORDER
from tourmanager.tabletop.cycling_party.table.sheet import game_of
from tourmanager.tours.models import Stage, Tour

pytestmark = pytest.mark.django_db


@pytest.fixture
def tour(db) -> Tour:
    return a_tour(stages=3, teams=2, riders=5)


@pytest.fixture
def stage(tour) -> Stage:
    return tour.stages.get(number=1)


def unchanged(
    tour: Tour, text: str, stage: Stage, refused: type[EntryRefused] = EntryRefused, **fields
) -> str:
    before = (
        Tour.objects.get(pk=tour.pk).revision,
        Entry.objects.count(),
        list(Stage.objects.values_list("state", "reopened")),
    )
    with pytest.raises(refused) as error:
        say(stage, text, **fields)
    assert before == (
        Tour.objects.get(pk=tour.pk).revision,
        Entry.objects.count(),
        list(Stage.objects.values_list("state", "reopened")),
    )
    return str(error.value)


@pytest.mark.rule("CP-APP-020")
def test_every_entry_is_saved_at_once_with_who_and_when(stage):
    director = a_user("Dora")
    recorded = say(stage, "place s1 a1", by=director, client="tablet")
    entry = Entry.objects.get()
    assert (entry.seq, entry.by, entry.by_name, entry.client, entry.at) == (
        1,
        director,
        str(director),
        "tablet",
        NOW,
    )
    assert entry.body == {"do": "place", "line": "s1", "rider": "a1"}
    assert recorded.reading.log.sheet.lines["s1"] == ["a1"]
    assert Tour.objects.get().revision == 1


def test_a_resent_entry_counts_once(stage, tour):
    first = say(stage, "place s1 a1", token="same")
    say(stage, "place s1 a2")
    again = say(stage, "place s1 a1", token="same")
    assert (first.again, again.again, again.entry.pk) == (False, True, first.entry.pk)
    assert again.reading.log.sheet.lines["s1"] == ["a1", "a2"]
    assert (Entry.objects.count(), Tour.objects.get().revision) == (2, 2)


def test_a_token_with_another_content_is_refused(stage, tour):
    say(stage, "place s1 a1", token="same")
    assert "tap again" in unchanged(tour, "place s1 a2", stage, token="same")


def test_the_database_keeps_numbers_and_tokens_apart(stage):
    entry = say(stage, "place s1 a1", token="t").entry
    for seq, token in ((entry.seq, "other"), (99, "t")):
        with pytest.raises(IntegrityError), transaction.atomic():
            Entry(stage=stage, seq=seq, token=token, body={}, at=NOW, checksum="x").save()
    with pytest.raises(TypeError, match="never changed"):
        entry.save()


def test_two_directors_on_different_lines_do_not_disturb_each_other(stage):
    say(stage, "place s1 a1", client="one", base=0)
    say(stage, "place p1 b1", client="two", base=0)
    say(stage, "use a bottle", client="one", base=1)
    assert Entry.objects.count() == 3


def test_on_the_same_line_the_later_sees_what_changed_and_decides(stage, tour):
    dora = a_user("Dora")
    say(stage, "place s1 a1", client="one", base=0, by=dora)
    assert str(dora) in unchanged(
        tour, "place s1 b1", stage, refused=Conflict, client="two", base=0
    )
    say(stage, "place s1 b1", client="two", base=1)
    assert read_stage(stage).log.sheet.lines["s1"] == ["a1", "b1"]


def test_a_burst_from_one_tablet_is_no_conflict_with_itself(stage):
    for rider in ("a1", "a2", "a3"):
        say(stage, f"place s1 {rider}", client="one", base=0)
    assert read_stage(stage).log.sheet.lines["s1"] == ["a1", "a2", "a3"]


def test_two_arrivals_are_not_mixed_by_two_directors(stage, tour):
    say(stage, "arrive a1", client="one", base=0)
    unchanged(tour, "arrive b1", stage, refused=Conflict, client="two", base=0)


def test_a_step_is_undone_once(stage, tour):
    say(stage, "place s1 a1")
    say(stage, "undo 1", client="one")
    assert "undone already" in unchanged(tour, "undo 1", stage, client="two")
    say(stage, "redo 1")
    assert "counts already" in unchanged(tour, "redo 1", stage)


@pytest.mark.rule("CP-APP-028", "CP-APP-019", "CP-M-059")
def test_nothing_is_recorded_out_of_turn(stage, tour):
    following = tour.stages.get(number=2)
    assert "has not begun" in unchanged(tour, "place s1 a1", following)
    assert "has not ended" in unchanged(tour, "reopen", stage)
    assert "not open for correction" in unchanged(tour, "discard", stage)
    log_whole(stage)
    assert "reopen it" in unchanged(tour, "place s1 a1", stage)
    assert "reopen it" in unchanged(tour, "end", stage)


@pytest.mark.rule("CP-APP-018", "CP-M-020", "CP-M-044", "CP-M-059")
def test_end_stage_says_what_is_missing_and_then_begins_the_next(stage, tour):
    with pytest.raises(EndRefused) as refused:
        say(stage, "end")
    codes = [problem.code for problem in refused.value.problems]
    assert codes == ["IS_INCOMPLETE"] * 5 + ["PASS_INCOMPLETE", "ARRIVALS"]
    log_whole(stage)
    assert list(tour.stages.values_list("state", flat=True)) == ["ended", "active", "pending"]
    assert Standing.objects.get().stage == stage


@pytest.mark.rule("CP-APP-018", "CP-M-058", "CP-APP-028")
def test_ending_the_last_stage_finishes_the_tour(tour):
    for number in (1, 2, 3):
        log_whole(tour.stages.get(number=number))
    tour.refresh_from_db()
    assert tour.is_finished
    assert "has ended" in unchanged(tour, "place s1 a1", tour.stages.get(number=3))


@pytest.mark.rule("CP-APP-017")
def test_a_better_time_behind_a_worse_one_is_let_stand_when_the_director_says_so(stage):
    log_whole(stage, end="")
    say(stage, "move finish a5 1")
    with pytest.raises(EndRefused) as refused:
        say(stage, "end")
    assert [problem.code for problem in refused.value.problems] == [TIME_ORDER]
    say(stage, f"end {TIME_ORDER}")
    assert Stage.objects.get(pk=stage.pk).state == Stage.State.ENDED


@pytest.mark.rule("CP-APP-019")
def test_a_correction_counts_when_the_stage_is_ended_again(stage, tour):
    log_whole(stage)
    log_whole(tour.stages.get(number=2), end="")
    say(stage, "reopen")
    say(stage, "remove s1 a1")
    say(stage, "place s1 b5")
    assert Standing.objects.get().result["passages"][0]["riders"] == ["a1", "a2", "a3"]
    say(stage, "end")
    assert Standing.objects.get().result["passages"][0]["riders"] == ["a2", "a3", "b5"]
    assert list(tour.stages.values_list("state", flat=True)) == ["ended", "active", "pending"]
    assert read_stage(tour.stages.get(number=2)).log.sheet.missing() == [], (
        "the other stages' entries stay as they are"
    )


@pytest.mark.rule("CP-APP-019")
def test_a_given_up_correction_changes_nothing(stage):
    log_whole(stage)
    before = Standing.objects.get().result
    say(stage, "reopen")
    say(stage, "remove s1 a1")
    say(stage, "discard")
    assert Stage.objects.get(pk=stage.pk).reopened is False
    assert Standing.objects.get().result == before
    say(stage, "reopen")
    assert read_stage(stage).log.sheet.lines["s1"] == ["a1", "a2", "a3"]


def discarded_seq(stage: Stage) -> int:
    """Gives a correction up; the number of the entry that did."""
    log_whole(stage)
    say(stage, "reopen")
    say(stage, "remove s1 a1")
    return say(stage, "discard").entry.seq


@pytest.mark.rule("CP-APP-019")
def test_a_given_up_correction_is_taken_up_again(stage, tour):
    seq = discarded_seq(stage)
    before = Standing.objects.get().result
    say(stage, f"resume {seq}")
    stage.refresh_from_db()
    assert (stage.state, stage.reopened) == (Stage.State.ENDED, True)
    assert read_stage(stage).log.sheet.lines["s1"] == ["a2", "a3"]
    assert Standing.objects.get().result == before  # until it is ended again
    say(stage, "place s1 b5")
    say(stage, "end")
    assert Standing.objects.get().result["passages"][0]["riders"] == ["a2", "a3", "b5"]
    assert verify(tour).problems == []


@pytest.mark.parametrize("meanwhile", ["official", "reopen"])
def test_what_changed_since_is_not_undone(stage, tour, meanwhile):
    seq = discarded_seq(stage)
    say(stage, meanwhile)
    unchanged(tour, f"resume {seq}", stage)
    if meanwhile == "reopen":
        say(stage, "discard")
        assert "has changed since" in unchanged(tour, f"resume {seq}", stage)


def test_only_what_was_given_up_is_taken_up_again(stage, tour):
    seq = discarded_seq(stage)
    assert "has changed since" in unchanged(tour, f"resume {seq - 1}", stage)
    Tour.objects.update(options={"reopen_stage": "off"})
    assert "do not allow" in unchanged(tour, f"resume {seq}", stage)


def test_a_file_carries_a_correction_that_was_taken_up_again(stage, tour):
    say(stage, f"resume {discarded_seq(stage)}")
    brought = import_tour(export(tour), by=a_user(), at=NOW, name="Copy")
    copy = brought.stages.get(number=1)
    assert copy.reopened is True
    assert read_stage(copy).log.sheet.lines["s1"] == ["a2", "a3"]
    assert verify(brought).problems == []


@pytest.mark.rule("CP-APP-019", "CP-M-058")
def test_a_finished_tour_is_corrected_and_stays_finished(tour):
    for number in (1, 2, 3):
        log_whole(tour.stages.get(number=number))
    say(tour.stages.get(number=1), "reopen")
    say(tour.stages.get(number=1), "remove s1 a1")
    say(tour.stages.get(number=1), "place s1 a1")
    say(tour.stages.get(number=1), "end")
    tour.refresh_from_db()
    assert tour.is_finished


def test_a_tour_may_forbid_reopening(tour, stage):
    log_whole(stage)
    Tour.objects.update(options={"reopen_stage": "off"})
    assert "do not allow" in unchanged(tour, "reopen", stage)


@pytest.mark.rule("CP-M-041", "CP-M-045")
def test_who_crashed_out_does_not_start_the_next_stage(stage, tour):
    say(stage, "out a2")
    log_whole(stage)
    following = read_stage(tour.stages.select_related("tour").get(number=2))
    assert "a2" not in following.frame.riders
    with pytest.raises(EntryRefused, match="out of the race since an earlier stage"):
        say(following.stage, "place s1 a2")


@pytest.mark.rule("CP-M-061", "CP-APP-021")
def test_bottles_are_new_each_stage_and_mountain_attacks_are_not(tour):
    Tour.objects.update(game_data=tour.game_data | {"mountain_attacks": 2})
    stage = tour.stages.get(number=1)
    stage.lines.filter(key="p1").update(category="hc")
    for text in (
        "use a bottle",
        "use a mountain_attack",
        "use b mountain_attack",
        "use b mountain_attack",
    ):
        say(stage, text)
    log_whole(stage)
    following = read_stage(tour.stages.select_related("tour").get(number=2)).log.sheet
    assert [game_of(following).count_left(team, "mountain_attack") for team in "ab"] == [1, 0]
    assert game_of(following).count_left("a", "bottle") == 5
    # flat, high, low
    assert [
        game_of(read_stage(row).log.sheet).count_left("a", "sprint")
        for row in tour.stages.select_related("tour")
    ] == [3, 1, 2]


def test_an_erased_tour_takes_nothing(tour, stage):
    Tour.objects.update(erased_at=NOW)
    assert "erased" in unchanged(tour, "place s1 a1", stage)


def test_a_tap_costs_the_same_queries_in_a_long_tour(django_assert_max_num_queries):
    tour = a_tour(stages=6, teams=6, riders=6)
    for number in range(1, 6):
        log_whole(tour.stages.get(number=number))
    with django_assert_max_num_queries(12):  # BEGIN and COMMIT (savepoints here) counted
        say(tour.stages.get(number=6), "place s1 a1")
