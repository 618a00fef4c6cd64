"""What the open place of a line would change, held against the standings with each rider on it."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.scoring.race import SCHEME, clock_at, start_list
from tests.scoring.race import stage as a_stage
from tests.scoring.test_bounds import CATEGORIES, GIVING, PLAIN, RIDERS, SLOW, STARTERS, raced
from tourmanager.scoring.open_place import Effect, effects
from tourmanager.scoring.remaining import TourProgress
from tourmanager.scoring.result import Arrival, Passage, StageResult
from tourmanager.scoring.standings import standings
from tourmanager.scoring.virtual import running_stage


@st.composite
def on_the_line(draw: st.DrawFn) -> TourProgress:
    """A line is open on a first or a second stage; some have arrived."""
    ended = [draw(raced(1))] if draw(st.booleans()) else []
    lines = [
        Passage("s1", "", draw(CATEGORIES), tuple(draw(st.permutations(RIDERS))[:2])),
        Passage(
            "s2",
            "",
            draw(CATEGORIES),
            tuple(draw(st.permutations(RIDERS))[: draw(st.integers(0, 1))]),
        ),
    ]
    order = draw(st.permutations(RIDERS))
    arrived = draw(st.integers(0, 3))
    arrivals = tuple(Arrival(rider, 5 * at) for at, rider in enumerate(order[:arrived]))
    now = running_stage(
        StageResult(
            len(ended) + 1, "flat", tuple(lines[: draw(st.integers(1, 2))][::-1]), arrivals
        ),
        order[arrived:],
        clock=clock_at(0),
    )
    return TourProgress(ended, now, [], STARTERS, draw(st.sampled_from((PLAIN, GIVING))))


@SLOW
@given(on_the_line())
def test_who_would_lead_with_the_place_leads_with_it(situation: TourProgress) -> None:
    now = situation.now
    assert now is not None
    for effect in effects(situation, "s2"):
        for rider in RIDERS:
            line = next(each for each in now.result.passages if each.key == effect.line)
            if rider in line.riders:
                assert rider not in (*effect.takes, *effect.shares, *effect.undecided)
                continue
            given_to = tuple(
                msgspec.structs.replace(each, riders=(*each.riders, rider))
                if each is line
                else each
                for each in now.result.passages
            )
            result = msgspec.structs.replace(now.result, passages=given_to)
            final = standings([*situation.ended, result], STARTERS, situation.scheme)
            table = final.classifications[effect.classification]
            if rider in effect.undecided:
                first = next(row for row in table.rows if row.who == rider)
                assert first.figure == table.rows[0].figure
                continue
            assert (table.leaders == (rider,)) == (
                rider in effect.takes or (effect.leaders == (rider,) and rider in table.leaders)
            )
            shared = rider in table.leaders and len(table.leaders) > 1
            assert shared == (rider in effect.shares)
            for climb in effect.climbs:
                if climb.who == rider:
                    row = next(each for each in table.rows if each.who == rider)
                    assert (climb.figure, climb.gap) == (row.figure, row.gap)


EARLIER = a_stage(
    1,
    "a1 10, b1 20, a2 30, b2 40, a3 50, b3 60",
    lines=("s a1 b1 b2", "s a1 b1 b2", "s a1 a2 b2", "s b1 a1 b2"),
)
CAST = start_list([EARLIER])


def at_sprint(*logged: str) -> Effect:
    now = running_stage(
        StageResult(2, "flat", (Passage("s1", "", "is", logged),), ()),
        [starter.rider for starter in CAST],
        clock=clock_at(0),
    )
    (effect,) = effects(TourProgress([EARLIER], now, [], CAST, SCHEME), "s1")
    return effect


def test_the_first_place_may_take_the_lead() -> None:
    """a1 has 18, b1 11, b2 4."""
    effect = at_sprint()
    assert (effect.leaders, effect.takes, effect.place, effect.worth) == (("a1",), (), 1, 5)
    assert [(climb.who, climb.figure, climb.gap, climb.rank) for climb in effect.climbs] == [
        ("b1", 16, 2, 2),
        ("b2", 9, 9, 3),
    ]


def test_with_the_lead_near_enough_it_is_taken() -> None:
    second = a_stage(1, "a1 10, b1 20, a2 30, b2 40", lines=("s a1 b1 b2",))
    now = running_stage(
        StageResult(2, "flat", (Passage("s1", "", "is", ()),), ()),
        ["a1", "b1", "a2", "b2"],
        clock=clock_at(0),
    )
    (effect,) = effects(TourProgress([second], now, [], start_list([second]), SCHEME), "s1")
    assert effect.takes == ("b1", "b2")  # a2 is level, with a sprint won too, and placed behind a1
    assert [(climb.who, climb.gap, climb.level_with) for climb in effect.climbs] == []
    assert effect.changes_lead


def test_where_nothing_is_open_there_is_no_effect() -> None:
    now = running_stage(
        StageResult(2, "flat", (Passage("s1", "", "is", ("a1", "b1", "a2")),), ()),
        [starter.rider for starter in CAST],
        clock=clock_at(0),
    )
    assert effects(TourProgress([EARLIER], now, [], CAST, SCHEME), "s1") == []
    assert effects(TourProgress([EARLIER], None, [], CAST, SCHEME), "s1") == []
