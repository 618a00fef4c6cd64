"""A digital stage recorded in its tour: all of it or nothing, once, by a director, and only as long
as the table says the same.
"""

import msgspec
import pytest

from games import game
from games.engine import Finish, Outcome
from tests.factory import NOW, a_tour, a_user
from tests.games.players import played
from tests.race import active_stage, log_stage, say
from tests.results.road import a_frame, a_log, a_rounds_frame
from tourmanager.play.contract import screen_of
from tourmanager.play.start.from_tour import setup_of
from tourmanager.play.table.entry_writer import rider_differences
from tourmanager.play.table.hand_over import HandingOverRefused, complete_sheet, hand_over
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.log.reading import read_stage
from tourmanager.results.models import Entry, Standing
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.words import say as in_words
from tourmanager.tours.models import Stage, Tour

pytestmark = pytest.mark.django_db
RULES = game("cycling_party")
RIDE = "stage-1-k3v9xq"


@pytest.fixture
def director():
    return a_user()


@pytest.fixture
def tour(director) -> Tour:
    return a_tour(stages=2, by=director)


def ridden(stage: Stage, seed: str = "one") -> Outcome:
    outcome = RULES.outcome(played(RULES, RULES.read_setup(setup_of(stage)), seed, "racer").state)
    assert outcome is not None
    return outcome


def standing(stage: Stage) -> dict:
    return Standing.objects.get(stage=stage).result


def test_the_stage_ends_with_the_places_and_times_that_were_ridden(tour, director):
    stage = active_stage(tour)
    outcome = ridden(stage)
    hand_over(stage, e.Digital(RIDE), outcome, by=director, at=NOW, end=True)
    stage.refresh_from_db()
    assert stage.state == Stage.State.ENDED
    assert active_stage(tour).number == 2
    arrivals = [(arrival["rider"], arrival["seconds"]) for arrival in standing(stage)["arrivals"]]
    assert arrivals == [(one.rider, one.time) for one in outcome.finish]
    assert read_stage(stage).log.sheet.digital == e.Digital(RIDE)


def test_a_second_press_counts_once(tour, director):
    stage = active_stage(tour)
    outcome = ridden(stage)
    hand_over(stage, e.Digital(RIDE), outcome, by=director, at=NOW, end=True)
    before = list(Entry.objects.values_list("pk", flat=True))
    hand_over(stage, e.Digital(RIDE), outcome, by=director, at=NOW, end=True)
    assert list(Entry.objects.values_list("pk", flat=True)) == before


def test_what_was_logged_at_the_table_stays_and_only_the_rest_is_added(tour, director):
    stage = active_stage(tour)
    outcome = ridden(stage)
    first = next(passing for passing in outcome.passings if passing.riders)
    for rider in first.riders[:2]:
        say(stage, f"place {first.line} {rider}")
    hand_over(stage, e.Digital(RIDE), outcome, by=director, at=NOW, end=True)
    places = [
        entry.body
        for entry in stage.entries.order_by("seq")
        if entry.body["do"] == "place" and entry.body["line"] == first.line
    ]
    assert [body["rider"] for body in places] == list(first.riders)


def test_a_log_that_says_something_else_is_kept_and_the_ride_refused(tour, director):
    stage = active_stage(tour)
    outcome = ridden(stage)
    first = next(passing for passing in outcome.passings if len(passing.riders) > 1)
    say(stage, f"place {first.line} {first.riders[1]}")
    with pytest.raises(HandingOverRefused, match="changed at the table"):
        hand_over(stage, e.Digital(RIDE), outcome, by=director, at=NOW, end=True)
    assert stage.entries.count() == 1


def test_an_arrival_at_the_table_that_has_no_time_is_to_be_completed_first(tour, director):
    stage = active_stage(tour)
    outcome = ridden(stage)
    say(stage, f"arrive {outcome.finish[0].rider}")
    with pytest.raises(HandingOverRefused, match="complete it"):
        hand_over(stage, e.Digital(RIDE), outcome, by=director, at=NOW, end=True)


def test_a_stage_that_was_ended_at_the_table_meanwhile_is_refused(tour, director):
    stage = active_stage(tour)
    outcome = ridden(stage)
    log_stage(tour)
    with pytest.raises(HandingOverRefused, match="Stage 1 has ended"):
        hand_over(stage, e.Digital(RIDE), outcome, by=director, at=NOW, end=True)


def test_nothing_is_recorded_where_the_end_is_refused(tour, director, monkeypatch):
    stage = active_stage(tour)
    outcome = ridden(stage)
    monkeypatch.setattr("tourmanager.play.table.hand_over.warning_codes", lambda sheet, scheme: ())
    monkeypatch.setattr(
        screen_of("cycling_party").adapter, "differences", lambda outcome, sheet: []
    )
    first = msgspec.structs.replace(outcome.extras, units=outcome.extras.units[:1])
    short = msgspec.structs.replace(outcome, extras=first)
    with pytest.raises(Exception, match="have not arrived"):
        hand_over(stage, e.Digital(RIDE), short, by=director, at=NOW, end=True)
    assert stage.entries.count() == 0


def test_a_tour_with_a_digital_stage_travels_as_a_file_and_its_log_proves_the_result(
    tour, director
):
    stage = active_stage(tour)
    hand_over(stage, e.Digital(RIDE), ridden(stage), by=director, at=NOW, end=True)
    assert verify(tour).problems == []
    other = import_tour(export(tour), by=director, at=NOW, name="Another")
    first = other.stages.select_related("tour").get(number=1)
    assert read_stage(first).log.sheet.digital == e.Digital(RIDE)
    assert standing(first) == standing(stage)


def test_the_history_of_the_stage_says_how_far_it_was_ridden_digitally(tour, director):
    stage = active_stage(tour)
    hand_over(stage, e.Digital(RIDE, 7), ridden(stage), by=director, at=NOW, end=True)
    reading = read_stage(stage)
    assert (
        in_words(e.load(reading.entries[0].body), reading.frame) == "ridden digitally until turn 7"
    )


@pytest.mark.parametrize(
    ("a_log_with", "lacking"),
    [
        (lambda: a_log(a_frame(), ["arrive a1"]), "the square behind the line or the die"),
        (lambda: a_log(a_rounds_frame("a1 b1", ""), ["arrive a1"]), "the square behind the line"),
    ],
    ids=["Cycling Party", "Flamme Rouge"],
)
def test_an_arrival_that_waits_is_named_in_the_words_of_the_game(a_log_with, lacking):
    sheet = a_log_with().sheet
    nothing = Outcome((), (), (), (), None)
    with pytest.raises(HandingOverRefused, match=f"An arrival in the log lacks {lacking}: comp"):
        complete_sheet(sheet.frame.key, nothing, sheet)


def test_a_place_that_differs_names_the_riders_of_both():
    log = ["arrive a1", "square 12", "die 6", "arrive b1", "square 11", "die 6"]
    sheet = a_log(a_frame(), log).sheet
    (first, _), (second, _) = [(one.rider, one.seconds) for one in sheet.result().arrivals]
    finish = (Finish(1, second, 7), Finish(2, first, 8))
    words = " ".join(rider_differences(Outcome(finish, (), (), (), None), sheet))
    assert f"{sheet.name(first)} (0:00) is 1st in the log" in words
    assert f"{sheet.name(second)} (0:07) in the digital stage" in words
