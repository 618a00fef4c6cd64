"""The log of a digital stage: each accepted answer once, nothing out of turn, and all of it follows
from the log.
"""

import pytest

from games.engine import CHANCE, Refused
from games.notation import AnswerText, Log, read_draw
from games.replay import replay
from tests.play.rides import NOW, a_ride, answers, ride_on, say, token, where
from tourmanager.play.log import loop
from tourmanager.play.log.draws import repeat_throws
from tourmanager.play.log.loop import Stale
from tourmanager.play.log.reading import replay_rows, rows_of
from tourmanager.play.log.steps import steps_that_count
from tourmanager.play.models import Ride, Step

pytestmark = pytest.mark.django_db


def texts(ride: Ride) -> list[tuple[int, str]]:
    return [(said.who, said.text) for said in steps_that_count(rows_of(ride))]


def test_the_app_throws_and_bots_answer_until_a_person_is_asked():
    ride = a_ride("here bot bot")
    assert where(ride).waits_for() == (0,)
    assert {step.who for step in Step.objects.filter(ride=ride)} >= {CHANCE}


def test_an_answer_is_logged_once_however_often_it_is_sent():
    ride = a_ride("here here")
    at, seat = where(ride).seq, where(ride).waits_for()[0]
    text = answers(ride)[0]
    for _ in range(3):
        loop.answer(ride=ride, seat=seat, text=text, token="same-tap", base=at, at=NOW)
    assert Step.objects.filter(ride=ride, token="same-tap").count() == 1


def test_the_same_tap_with_another_answer_is_refused_and_changes_nothing():
    ride = a_ride("here here")
    at, seat = where(ride).seq, where(ride).waits_for()[0]
    loop.answer(ride=ride, seat=seat, text="pass turn", token="same-tap", base=at, at=NOW)
    before = texts(ride)
    with pytest.raises(Stale):
        loop.answer(ride=ride, seat=seat, text="pass", token="same-tap", base=at, at=NOW)
    assert texts(ride) == before


def test_a_page_that_is_behind_is_told_and_changes_nothing():
    ride = a_ride("here here")
    old, seat = where(ride).seq, where(ride).waits_for()[0]
    say(ride)
    before = texts(ride)
    with pytest.raises(Stale):
        loop.answer(ride=ride, seat=seat, text="pass", token=token(), base=old, at=NOW)
    assert texts(ride) == before


@pytest.mark.parametrize(
    "text", ["sprint a3 3d6", "fly", "bottle z9", "give a1 6*", "pass\npass", "💥"]
)
def test_what_is_not_legal_is_refused_in_words_and_changes_nothing(text: str):
    ride = a_ride("here bot")
    before, revision = texts(ride), Ride.objects.get(pk=ride.pk).revision
    with pytest.raises(Refused, match=r"\w+ \w+"):
        say(ride, text)
    assert (texts(ride), Ride.objects.get(pk=ride.pk).revision) == (before, revision)


def test_nobody_answers_for_another_seat():
    ride = a_ride("here here")
    (asked,) = where(ride).waits_for()
    with pytest.raises(Refused):
        say(ride, "pass", seat=1 - asked)


def test_the_whole_stage_follows_from_its_log():
    ride = ride_on(a_ride("here bot", road={"length": 30, "type": "flat"}))
    assert ride.state == Ride.State.OVER
    kept, anew = where(ride), replay_rows(ride, rows_of(ride))
    assert kept.game.digest(kept.state) == anew.game.digest(anew.state)
    log = Log(
        ride.game,
        ride.rules_version,
        ride.setup,
        tuple(AnswerText(*each) for each in texts(ride)),
        None,
    )
    assert anew.game.outcome(replay(anew.game, log).state) == kept.game.outcome(kept.state)


def test_every_throw_follows_from_the_seed_that_was_sealed():
    ride = ride_on(a_ride("here bot", road={"length": 30, "type": "flat"}))
    throws, agree = repeat_throws(ride)
    assert throws > 10
    assert agree
    ride.seed = "another"
    assert not repeat_throws(ride)[1]


class TestTakingBack:
    def test_ones_own_last_answer_is_asked_again(self):
        ride = a_ride("here here here")
        at = where(ride)
        (seat,) = at.waits_for()
        say(ride, "pass")
        assert where(ride).waits_for() != (seat,)
        last = where(ride).steps[-1]
        loop.undo(ride=ride, seats=[seat], seq=last.seq, token=token(), at=NOW)
        assert where(ride).waits_for() == (seat,)
        assert where(ride).game.digest(where(ride).state) == at.game.digest(at.state)
        assert say(ride, "pass turn").state == Ride.State.RIDING

    def test_not_when_somebody_else_has_acted(self):
        ride = a_ride("here here here")
        (seat,) = where(ride).waits_for()
        say(ride, "pass")
        last = where(ride).steps[-1]
        say(ride, "pass")
        with pytest.raises(Stale):
            loop.undo(ride=ride, seats=[seat], seq=last.seq, token=token(), at=NOW)

    def test_not_when_dice_were_thrown(self):
        ride = a_ride("here bot", road={"length": 40, "type": "flat"})
        (seat,) = where(ride).waits_for()
        say(ride, "pass turn")
        mine = next(step for step in reversed(where(ride).steps) if step.who == seat)
        assert where(ride).steps[-1].who != seat
        with pytest.raises(Stale):
            loop.undo(ride=ride, seats=[seat], seq=mine.seq, token=token(), at=NOW)

    def test_not_what_somebody_else_answered(self):
        ride = a_ride("here here here")
        (seat,) = where(ride).waits_for()
        say(ride, "pass")
        last = where(ride).steps[-1]
        others = [other for other in range(3) if other != seat]
        with pytest.raises(Stale):
            loop.undo(ride=ride, seats=others, seq=last.seq, token=token(), at=NOW)
        assert where(ride).steps[-1] == last

    def test_not_a_throw(self):
        ride = a_ride("here here")
        last = where(ride).steps[-1]
        assert last.who == CHANCE
        with pytest.raises(Stale):
            loop.undo(ride=ride, seats=[0, 1], seq=last.seq, token=token(), at=NOW)
        assert where(ride).steps[-1] == last

    def test_twice_the_same_tap_takes_back_once(self):
        ride = a_ride("here here here")
        (seat,) = where(ride).waits_for()
        say(ride, "pass")
        last = where(ride).steps[-1]
        for _ in range(2):
            loop.undo(ride=ride, seats=[seat], seq=last.seq, token="back-tap", at=NOW)
        assert Step.objects.filter(ride=ride, takes_back__isnull=False).count() == 1


class TestTableDice:
    def throw(self, ride: Ride, dice: str) -> Ride:
        return loop.throw(
            ride=ride, draw=read_draw(dice), token=token(), base=where(ride).seq, at=NOW
        )

    def test_the_stage_waits_for_dice_and_takes_what_they_show(self):
        ride = a_ride("here bot", dice="table", riders=5)
        assert where(ride).waits_for() == (CHANCE,)
        self.throw(ride, " ".join(["1 2"] * 10))
        assert set(where(ride).game.view(where(ride).state, None)["squares"].values()) == {3}

    def test_dice_that_do_not_exist_are_refused(self):
        ride = a_ride("here bot", dice="table", riders=5)
        with pytest.raises(Refused):
            self.throw(ride, " ".join(["7 2"] * 10))
        assert where(ride).steps == []

    def test_a_mistyped_throw_is_typed_again_and_what_followed_is_asked_again(self):
        ride = a_ride("here here", dice="table", riders=5)
        self.throw(ride, " ".join(["1 2"] * 10))
        throw = where(ride).steps[-1]
        say(ride, "pass")
        loop.correct_throw(ride=ride, seq=throw.seq, token=token(), at=NOW)
        assert (where(ride).waits_for(), where(ride).steps) == ((CHANCE,), [])
        self.throw(ride, " ".join(["6 6"] * 10))
        assert set(where(ride).game.view(where(ride).state, None)["squares"].values()) == {12}

    def test_where_the_app_throws_nobody_types_dice(self):
        ride = a_ride("here bot")
        with pytest.raises(Refused):
            self.throw(ride, "3 4")
        with pytest.raises(Refused):
            loop.correct_throw(ride=ride, seq=1, token=token(), at=NOW)


def test_a_second_press_on_begin_changes_nothing():
    ride = a_ride("here bot")
    before = texts(ride)
    loop.begin(ride=ride, at=NOW)
    assert texts(ride) == before


def test_a_stage_of_bots_alone_is_not_computed_by_the_one_who_begins_it():
    ride = a_ride("bot bot")
    assert texts(ride) == []
    ride, more = loop.go_on(ride, NOW)
    assert more
    assert texts(ride) == []


def test_riders_throw_as_usual_to_the_end_of_the_turn_without_being_asked_again():
    ride = a_ride("here bot", road={"length": 90, "type": "high", "passes": [[13, "hc"]]})
    while not any(choice.usual for choice in where(ride).game.choices(where(ride).state, 0)):
        say(ride, "pass turn" if "pass turn" in answers(ride) else "")
    turn, before = where(ride).turn, len(where(ride).steps)
    say(ride, "plan plain", as_usual=True)
    mine = [step.text for step in where(ride).steps[before:] if step.who == 0]
    assert set(mine) == {"plan plain"}
    assert where(ride).turn > turn or not any(
        choice.usual for choice in where(ride).game.choices(where(ride).state, 0)
    )
    assert where(ride).waits_for() == (0,), "in the next turn it is asked again"
