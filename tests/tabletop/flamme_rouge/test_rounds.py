"""The sheet of a stage raced in rounds: order, times, lanes, exhaustion, traits, and what the game
does not know.
"""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from games.flamme_rouge.finish import LaneArrival
from games.flamme_rouge.finish import sheet as engine
from tests.results.road import a_frame, a_log, a_rounds_frame, arrivals, said
from tests.vectors.kinds import load
from tourmanager.results.log.stage_log import Logged, StageLog, fold
from tourmanager.results.sheet import checks
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.jury import EntryRefused
from tourmanager.results.sheet.words import describe_latest, say
from tourmanager.scoring.result import StageResult, Starter
from tourmanager.scoring.scheme import scheme
from tourmanager.scoring.standings import history
from tourmanager.tabletop.flamme_rouge.table.frame import extras_of
from tourmanager.tabletop.flamme_rouge.table.sheet import game_of

SCHEME = scheme("flamme_rouge_grand_tour")
RIDERS = "a1 a2 b1 b2 c1 c2"


def frame(**changes):
    return a_rounds_frame(RIDERS, "", type="flat", **changes)


def log(words: str, **changes) -> StageLog:
    return a_log(frame(**changes), [each for each in words.split(", ") if each])


def refusal(words: str, then: str, **changes) -> str:
    sheet = log(words, **changes).sheet
    before = sheet.result()
    with pytest.raises(EntryRefused) as refused:
        sheet.apply(said(then))
    assert sheet.result() == before
    return str(refused.value)


def found(words: str, **changes) -> dict[str, str]:
    return {
        problem.code: problem.text
        for problem in checks.all_problems(log(words, **changes).sheet, SCHEME)
    }


@pytest.mark.rule("FR-091", "FR-121", "FR-122", "FR-T-010", "FR-T-011", "FR-T-013")
@pytest.mark.parametrize(
    ("words", "expect"),
    [
        (
            "arrive a1, square 4, arrive b2, square 3, arrive c1, square 1",
            "a1 0:00, b2 0:00, c1 0:30",
        ),
        ("arrive a1, square 1, turn 1, arrive b1, square 5", "a1 0:00, b1 0:20"),
        ("arrive a1, square 2, turn 3, arrive b1, square 2", "a1 0:00, b1 3:00"),
        ("arrive a1 b1, square 3, arrive c1, square 5", "c1 0:00, a1 0:20, b1 0:20"),
        ("cross 3 a1, cross 3 b1, cross 4 c1", "c1 0:00, a1 0:00, b1 0:00"),
        ("arrive a1, arrive b1", "a1 –, b1 –"),
        ("arrive a1, square 3, arrive b1", "a1 0:00, b1 –"),
        ("cross 4 a1, cross 4 b1, move finish b1 1", "b1 0:00, a1 0:00"),
        ("cross 4 a1, cross 2 b1, square 3 2 b1", "a1 0:00, b1 0:00"),
        ("cross 4 a1, cross 3 b1, unit_turn 1 2", "a1 0:00, b1 1:10"),
        ("cross 4 a1, cross 3 b1, cross 2 c1, remove finish b1", "a1 0:00, c1 0:20"),
        ("cross 4 a1, cross 3 b1, undo 1", "b1 0:00"),
        ("cross 4 a1, cross 3 b1, undo 1, redo 1", "a1 0:00, b1 0:00"),
        ("cross 4 a1, cross 2 b1, own_time b1 5", "a1 0:00, b1 0:05"),
    ],
)
def test_rounds_and_squares_place_everybody_and_give_the_times(words: str, expect: str) -> None:
    assert arrivals(log(words)) == expect


@pytest.mark.parametrize(
    ("words", "then", "told"),
    [
        ("arrive a1", "square 6", "5 squares behind the line"),
        ("", "cross 6 a1", "5 squares behind the line"),
        ("cross 3 a1", "die 3", "there is no die"),
        ("cross 3 a1", "time 50", "nothing to type"),
        ("cross 3 a1, cross 3 b1", "kind peloton 1", "no pacelines and no pelotons"),
        ("", "use a bottle", "no advantages"),
        ("", "double p1 a", "no advantages"),
        ("", "out a1", "no accidents"),
        (
            "cross 4 a1, cross 3 b1",
            "move finish b1 1",
            "B 1 and A 1 reached different squares: round",
        ),
        ("", "turn 1", "The clock begins with the first arrival: log an arrival first."),
        ("", "exhaustion a1 3", "has not arrived"),
        ("", "trait a1 magician", "no trait"),
        ("trait a1 sheriff", "trait b1 sheriff", "A 1 has that trait"),
    ],
)
def test_what_the_game_does_not_know_is_refused_in_words(words: str, then: str, told: str) -> None:
    assert told in refusal(words, then)


@pytest.mark.rule("FR-015")
def test_the_dark_side_of_the_finish_has_four_squares() -> None:
    assert "4 squares" in refusal("arrive a1", "square 5", squares=4)


def test_other_games_know_no_exhaustion_and_no_traits() -> None:
    sheet = a_log(a_frame(), ["arrive a1", "square 3", "die 3"]).sheet
    for words in ("exhaustion a1 3", "trait a1 sheriff"):
        with pytest.raises(EntryRefused, match="no exhaustion cards"):
            sheet.apply(said(words))


@pytest.mark.rule("FR-T-031")
def test_exhaustion_cards_are_counted_as_a_rider_comes_in() -> None:
    assert game_of(log("cross 3 a1, exhaustion a1 4").sheet).exhaustion == {"a1": 4}
    assert game_of(log("cross 3 a1, exhaustion a1 4, exhaustion a1 0").sheet).exhaustion == {
        "a1": 0
    }
    assert game_of(log("cross 3 a1, exhaustion a1 4, exhaustion a1").sheet).exhaustion == {}
    assert game_of(log("cross 3 a1, exhaustion a1 4, remove finish a1").sheet).exhaustion == {}
    assert log("cross 3 a1, exhaustion a1 4").sheet.result().extras["exhaustion"] == {"a1": 4}


@pytest.mark.rule("FR-T-040")
def test_a_team_has_one_trait_and_none_is_there_twice() -> None:
    assert game_of(log("trait a1 sheriff, trait b2 badger").sheet).traits == {
        "a1": "sheriff",
        "b2": "badger",
    }
    assert game_of(log("trait a1 sheriff, trait a2 badger").sheet).traits == {"a2": "badger"}
    assert game_of(log("trait a1 sheriff, trait a1").sheet).traits == {}
    later = log("trait b1 badger", traits={"a1": "sheriff"}).sheet
    assert game_of(later).traits == {"a1": "sheriff", "b1": "badger"}
    # the other belongs to the stage where it was given
    assert extras_of(later.result()).traits == {"b1": "badger"}
    assert "since an earlier stage" in refusal("", "trait a2 badger", traits={"a1": "sheriff"})


ALL_IN = "cross 4 a1, cross 3 b2, cross 1 c1, turn 1, cross 5 a2, cross 2 b1, turn 2, cross 3 c2"


def test_cards_that_nobody_counted_are_asked_for_and_need_not_be_known() -> None:
    told = found(
        f"{ALL_IN}, exhaustion a1 2, exhaustion a2 0, exhaustion b1 1, exhaustion b2 1",
        dummies=("c1", "c2"),
    )
    assert told == {}
    told = found(f"{ALL_IN}, exhaustion a1 2")
    assert list(told) == ["EXHAUSTION_WARNING"]
    assert "B 2, C 1, A 2, B 1, C 2" in told["EXHAUSTION_WARNING"]
    assert not checks.find_obstacles(
        checks.all_problems(log(ALL_IN).sheet, SCHEME), ["EXHAUSTION_WARNING"]
    )
    assert found(ALL_IN, last=True) == {}


@pytest.mark.rule("FR-126")
def test_everybody_has_to_come_in_unless_the_jury_says_what_became_of_him() -> None:
    assert "C 2" in found(ALL_IN.rpartition(", turn")[0])["ARRIVALS"]
    assert "ARRIVALS" not in found(f"{ALL_IN.rpartition(', turn')[0]}, status c2 dnf")
    waiting = found(f"{ALL_IN.rpartition(', cross')[0]}, arrive c2")
    assert waiting["TIMES"] == "No time yet for C 2: the square behind the line is missing."


def test_what_was_tapped_is_said_in_the_words_of_the_game() -> None:
    told = [
        say(said(words), frame())
        for words in (
            "turn 0",
            "turn 1",
            "turn 2",
            "cross 4 a1",
            "exhaustion a1 1",
            "exhaustion a1 0",
        )
    ]
    assert told == [
        "on to first round",
        "on to +1 round",
        "on to +2 rounds",
        "A 1 on square 4",
        "A 1: 1 exhaustion card",
        "A 1: no exhaustion cards",
    ]
    assert say(said("trait a1 chrono"), frame()) == "A 1: Monsieur Chrono"
    assert say(said("trait a1"), frame()) == "A 1: no special trait"
    assert describe_latest([said("cross 4 a1")], log("cross 4 a1").sheet) == "A 1 on square 4"


# -- the worked examples of the rules, tapped

EXAMPLES = [
    vector
    for vector in load(Path(__file__).parents[2] / "vectors" / "flamme-rouge.vectors.yaml")
    if vector["kind"] in ("finish", "tour")
]


def logged(rounds: list[dict[str, float]], number: int = 1) -> StageResult:
    """The result of a stage whose rounds are told as squares and lanes of riders: {"rS": 4.0}."""
    codes = {
        rider: rider[0] + ("1" if rider[1] == "S" else "2")
        for crossed in rounds
        for rider in crossed
    }
    read = fold(
        a_rounds_frame(" ".join(codes.values()), "", type="flat", number=number),
        [],
    )
    for turn, crossed in enumerate(rounds):
        if turn:
            read.sheet.apply(e.Turn(turn))
        # from the right lane to the left
        for rider, where in sorted(crossed.items(), key=lambda item: round(item[1] % 1, 1)):
            read.sheet.apply(e.Arrive((codes[rider],), square=int(where)))
    return read.sheet.result()


def as_told(code: str) -> str:
    return code[0] + "_SR"[int(code[1])]


@pytest.mark.rule(
    "FR-091",
    "FR-121",
    "FR-122",
    "FR-124",
    "FR-T-003",
    "FR-T-012",
    "FR-T-014",
    "FR-T-020",
    "FR-T-021",
    "FR-T-023",
)
@pytest.mark.parametrize("vector", EXAMPLES, ids=lambda vector: vector["id"])
def test_the_worked_examples_come_out_as_they_are_told(vector) -> None:
    stages = [vector["rounds"]] if vector["kind"] == "finish" else vector["stages"]
    results = [logged(rounds, number) for number, rounds in enumerate(stages, start=1)]
    starters = [
        Starter(rider, rider[0])
        for rider in sorted({arrival.rider for result in results for arrival in result.arrivals})
    ]
    if vector["kind"] == "finish" and not vector.get("outside"):
        assert [as_told(arrival.rider) for arrival in results[0].arrivals] == vector["order"]
        assert [arrival.seconds for arrival in results[0].arrivals] == vector["gap"]
    scheme_ = structs.replace(SCHEME, unscored=["dummy"]) if vector.get("outside") else SCHEME
    starters = [
        structs.replace(one, marks=("dummy",)) if one.team in vector.get("outside", ()) else one
        for one in starters
    ]
    if "gap_cap" in vector:
        general = structs.replace(SCHEME.classifications[0], gap_cap=vector["gap_cap"])
        scheme_ = structs.replace(scheme_, classifications=[general])
    days = history(results, starters, scheme_)
    for day, told in zip(days, vector.get("after", ()), strict=False):
        rows = day.classifications["individual"].rows
        if "general" in told:
            assert [as_told(row.who) for row in rows] == told["general"]
        if "seconds" in told:
            assert {as_told(row.who): row.gap for row in rows} == told["seconds"]
    if "tour_points" in vector:
        earned = {
            player.team: player.sources["stage"]
            for player in days[0].players
            if player.sources["stage"]
        }
        assert earned == {team: points for team, points in vector["tour_points"].items() if points}
    if "final_points" in vector:
        assert {player.team: player.points for player in days[-1].players} == vector["final_points"]
    if "final_order" in vector:
        assert [player.team for player in days[-1].players] == vector["final_order"]


# -- taps at random, against the engine's own finish


@st.composite
def finishes(draw):
    """A round and a place for each rider (a lane of a square holds one), and the order in which
    they are tapped within their round.
    """
    riders = RIDERS.split()
    places = [
        (number, past, lane) for number in range(4) for past in range(1, 6) for lane in (0, 1)
    ]
    chosen = draw(
        st.lists(st.sampled_from(places), min_size=len(riders), max_size=len(riders), unique=True)
    )
    first = min(number for number, _, _ in chosen)
    crossed = [
        LaneArrival(rider, number - first, past, lane)
        for rider, (number, past, lane) in zip(riders, chosen, strict=True)
    ]
    return crossed, draw(st.randoms(use_true_random=False))


def taps(crossed: list[LaneArrival], dice: Random) -> list[e.EntryBody]:
    """In any order within a round, with squares first or riders first; lanes of a square from right
    to left, or put right afterwards.
    """
    bodies: list[e.EntryBody] = []
    for number in sorted({one.round for one in crossed}):
        bodies.append(e.Turn(number)) if number else None
        arrived = [one for one in crossed if one.round == number]
        dice.shuffle(arrived)
        for one in arrived:
            if dice.random() < 0.5:
                bodies.append(e.Arrive((one.rider,), square=one.past))
            else:
                bodies += [e.Arrive((one.rider,)), e.Square(one.past)]
        beside = {(one.past, one.lane): one for one in arrived}
        for (past, lane), one in beside.items():
            other = beside.get((past, 1))
            if lane == 0 and other and arrived.index(one) > arrived.index(other):
                bodies.append(e.Move("finish", one.rider, 0))  # its place is known once all stand
    return bodies


@pytest.mark.rule("FR-091", "FR-120", "FR-121", "FR-122", "FR-123", "FR-125")
@given(finishes())
def test_the_sheet_agrees_with_the_engine_whatever_order_things_are_tapped_in(drawn) -> None:
    crossed, dice = drawn
    read = fold(frame(), [])
    for body in taps(crossed, dice):
        if isinstance(body, e.Move):
            # before who stands beside him
            body = e.Move("finish", body.rider, read.sheet.order.index(body.rider))
        read.sheet.apply(body)
    rows = engine(crossed)
    result = read.sheet.result()
    past = extras_of(result).past
    assert [(one.rider, one.seconds, one.turn, past[one.rider]) for one in result.arrivals] == [
        (row.rider, row.gap, row.round, row.past) for row in rows
    ]
    bonus = SCHEME.bonus.finish
    assert [row.bonus for row in rows[: len(bonus)]] == bonus


def test_two_directors_who_tap_at_once_are_told_of_each_other() -> None:
    read = a_log(frame(), ["cross 4 a1", "2: cross 3 b1", "2: exhaustion b1 3", "exhaustion a1 2"])
    assert read.touched["exhaustion:b1"] == {"tablet2": 3}
    assert read.touched["exhaustion:a1"] == {"tablet": 4}


def test_a_table_of_results_takes_the_place_of_what_was_tapped() -> None:
    read = log("cross 4 a1, exhaustion a1 3")
    given = tuple(e.Given(rider, seconds) for rider, seconds in (("b1", 0), ("a1", 30), ("c1", 30)))
    read.sheet.apply(e.Results(given, source="stage1.csv"))
    assert arrivals(read) == "b1 0:00, a1 0:30, c1 0:30"
    read.sheet.apply(e.Move("finish", "c1", 2))
    read.sheet.apply(e.Arrive(("a2",), square=2))
    assert arrivals(read).startswith("b1 0:00, c1 0:30, a1 0:30, a2 ")


def test_an_entry_that_lost_its_ground_counts_for_nothing() -> None:
    read = log("cross 4 a1, exhaustion a1 3, undo 1")
    assert (read.sheet.order, game_of(read.sheet).exhaustion) == ([], {})
    assert isinstance(read.effective[2], Logged)
