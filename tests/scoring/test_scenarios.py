"""Scenarios, held against every way in which the open places can fall."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.scoring.outcomes import outcomes as every_end
from tests.scoring.test_bounds import CATEGORIES, GIVING, PLAIN, SLOW, STARTERS, raced, situations
from tests.scoring.test_bounds import RIDERS as SMALL_RIDERS
from tests.scoring.test_bounds import ways as ways_to_go
from tourmanager.scoring.bounds import Bounds
from tourmanager.scoring.contests import contest_of, scenarios
from tourmanager.scoring.field import FINISH
from tourmanager.scoring.remaining import OpenPlaces, TourProgress
from tourmanager.scoring.result import Arrival, Passage, StageResult
from tourmanager.scoring.scenarios import (
    Clause,
    Contest,
    Has,
    HasNot,
    Scenario,
    Way,
    exact,
    state,
)
from tourmanager.scoring.virtual import running_stage
from tourmanager.scoring.witness import Level

RIDERS = ("ana", "bea", "cleo", "dora", "eva")
MANY = settings(max_examples=200, deadline=None)


def a_line(
    *worth: int, key: str = "p3", pool: str = " ".join(RIDERS), first: int = 1, queue: str = ""
) -> OpenPlaces:
    wins = ("line_wins",) if first == 1 else ()
    return OpenPlaces(1, key, worth, first, frozenset(pool.split()), tuple(queue.split()), wins)


def a_contest(
    figures: str,
    *lines: OpenPlaces,
    chain: tuple[str, ...] = (),
    won: str = "",
    general: str | None = None,
) -> Contest:
    """Figures as "ana 10, bea 7"; `won` has who won lines, `general` their order where known."""
    points = {who: int(figure) for who, figure in (one.split() for one in figures.split(", "))}
    wins = {who: won.split().count(who) for who in won.split()}
    known = None if general is None else {who: at for at, who in enumerate(general.split(), 1)}
    return Contest(points, lines, Level(chain, {"line_wins": wins}, known))


def outcomes(contest: Contest) -> Iterator[dict[str, Way]]:
    """All ways in which the open places can fall to the riders."""
    orders = [list(_orders(event)) for event in contest.events]
    for chosen in product(*orders):
        yield {
            who: tuple(
                order.index(who) if who in order else len(event.worth)
                for event, order in zip(contest.events, chosen, strict=True)
            )
            for who in contest.figures
        }


def _orders(event: OpenPlaces) -> Iterator[tuple[str, ...]]:
    taken = min(len(event.worth), len(event.pool))
    if not event.queue:
        yield from permutations(sorted(event.pool), taken)
        return
    for order in permutations(sorted(event.pool)):
        queued = [who for who in order if who in event.queue]
        if queued == list(event.queue):
            yield order[:taken]


def judged(contest: Contest, who: str, ways: dict[str, Way]) -> str:
    """Who is ahead, by the figures and the chain themselves."""
    found = [
        contest.judge(who, ways[who], rival, ways[rival])
        for rival in contest.figures
        if rival != who
    ]
    return "behind" if False in found else "level" if None in found else "wins"


@st.composite
def contests(draw: st.DrawFn, most: int = 2, others: tuple[str, ...] = ()) -> Contest:
    riders = RIDERS[: draw(st.integers(2, 5))]
    lines = []
    for nth in range(draw(st.integers(1, most))):
        pool = draw(st.sets(st.sampled_from(riders), min_size=1))
        worth = sorted(draw(st.lists(st.integers(0, 5), min_size=1, max_size=3)), reverse=True)
        pool |= set(others)
        queue = draw(st.permutations(sorted(pool)))[: draw(st.integers(0, 2))]
        first = draw(st.integers(1, 2))
        lines.append(
            a_line(*worth, key=f"l{nth}", pool=" ".join(pool), first=first, queue=" ".join(queue))
        )
    figures = ", ".join(f"{who} {draw(st.integers(0, 9))}" for who in riders)
    chain = draw(st.sampled_from([(), ("general",), ("line_wins",), ("line_wins", "general")]))
    won = " ".join(draw(st.lists(st.sampled_from(riders), max_size=3)))
    general = draw(st.sampled_from([None, " ".join(draw(st.permutations(riders)))]))
    return a_contest(figures, *lines, chain=chain, won=won, general=general)


@MANY
@given(contests())
def test_a_scenario_is_true_exactly_where_the_rider_leads(contest: Contest) -> None:
    scenarios = {who: exact(contest, who) for who in contest.figures}
    for ways in outcomes(contest):
        for who, scenario in scenarios.items():
            if scenario is not None:
                assert state(contest, scenario, ways) == judged(contest, who, ways)


@MANY
@given(contests(most=1, others=("x", "y", "z")))
def test_with_one_line_left_nothing_that_is_said_can_be_left_out(contest: Contest) -> None:
    """Without one of its clauses, or a place of a rival, another answer is given to an outcome.
    There are riders enough for places that nobody in play gets.
    """
    every = list(outcomes(contest))
    if any(line.queue for line in contest.events):
        return
    for who in contest.figures:
        scenario = exact(contest, who)
        if scenario is None or scenario.level:
            continue
        told = [state(contest, scenario, ways) for ways in every]
        for at, clause in enumerate(scenario.clauses):
            without = (*scenario.clauses[:at], *scenario.clauses[at + 1 :])
            fewer = Scenario(who, scenario.unless, without)
            assert [state(contest, fewer, ways) for ways in every] != told, clause
            for bar in clause.others:
                others = tuple(other for other in clause.others if other != bar)
                looser = Clause(clause.who, clause.has, others)
                shorter = Scenario(who, scenario.unless, (*without, looser))
                assert [state(contest, shorter, ways) for ways in every] != told, bar


def test_a_rider_wins_if_first_or_second_with_the_rival_not_in_the_first_three() -> None:
    scenario = exact(a_contest("ana 6, bea 10", a_line(10, 6, 3, 1)), "ana")
    assert scenario == Scenario(
        "ana",
        unless=False,
        clauses=(
            Clause("ana", (Has(0, 1, 1),)),
            Clause("ana", (Has(0, 2, 2),), (HasNot("bea", 0, 1, 3),)),
        ),
    )


def test_of_two_ways_to_say_it_the_shorter_is_taken() -> None:
    scenario = exact(a_contest("ana 20, bea 17, cleo 16", a_line(5, 3, 1)), "ana")
    assert scenario == Scenario(
        "ana",
        unless=True,
        clauses=(
            Clause("bea", (Has(0, 1, 1),), (HasNot("ana", 0, 2, 2),)),
            Clause("cleo", (Has(0, 1, 1),), (HasNot("ana", 0, 2, 3, nothing=True),)),
        ),
    )


def test_nobody_else_can_win_when_the_lead_is_more_than_the_line_pays() -> None:
    scenario = exact(a_contest("ana 20, bea 10", a_line(5, 3, 1)), "ana")
    assert scenario is not None
    assert scenario.certain


def test_a_tie_that_the_chain_parts_later_is_level_and_says_by_what() -> None:
    contest = a_contest("ana 5, bea 10", a_line(5, 3, 1), chain=("line_wins", "general"))
    scenario = exact(contest, "ana")
    assert scenario is not None
    assert scenario.level == ()  # a line won is one more than none
    assert scenario.clauses == (
        Clause("ana", (Has(0, 1, 1),), (HasNot("bea", 0, 2, 3, nothing=True),)),
    )
    later = exact(a_contest("ana 5, bea 10", a_line(5, 3, 1), chain=("general",)), "ana")
    assert later is not None
    assert (later.clauses, later.undecided) == ((), "general")
    assert later.level == scenario.clauses


def test_too_many_rivals_or_places_are_not_said() -> None:
    many = ", ".join(f"r{nth} 0" for nth in range(20))
    pool = " ".join(f"r{nth}" for nth in range(20))
    assert exact(a_contest(many, a_line(5, 3, 1, pool=pool)), "r0") is None
    lines = [a_line(*range(9, 0, -1), key=f"l{nth}") for nth in range(2)]
    assert exact(a_contest("ana 1, bea 2", *lines), "ana") is None


def test_a_table_that_pays_a_worse_place_more_is_not_said() -> None:
    assert exact(a_contest("ana 1, bea 2", a_line(1, 5)), "ana") is None


@st.composite
def last_lines(draw: st.DrawFn) -> TourProgress:
    """All have arrived on the last stage, and one or two lines are not complete."""
    ended = [draw(raced(1))]
    lines = tuple(
        Passage(
            f"l{nth}",
            f"Line {nth}",
            draw(CATEGORIES),
            tuple(draw(st.permutations(SMALL_RIDERS))[: draw(st.integers(0, 1))]),
        )
        for nth in range(draw(st.integers(1, 2)))
    )
    times = sorted(draw(st.lists(st.integers(0, 4), min_size=4, max_size=4)))
    arrivals = tuple(
        Arrival(rider, time)
        for rider, time in zip(draw(st.permutations(SMALL_RIDERS)), times, strict=True)
    )
    now = running_stage(StageResult(2, "flat", lines, arrivals), [], clock=None)
    return TourProgress(ended, now, [], STARTERS, draw(st.sampled_from((PLAIN, GIVING))))


@SLOW
@given(st.one_of(situations(), last_lines()))
def test_a_scenario_of_a_tour_is_true_exactly_where_the_standings_say_so(
    situation: TourProgress,
) -> None:
    assume(ways_to_go(situation) <= 900)
    bounds = Bounds(situation)
    found = {key: scenarios(bounds, key) for key in situation.scheme.by_key}
    contests = {key: contest_of(bounds, key) for key in found}
    assume(any(found.values()))
    for ends, final in every_end(situation):
        for key, told in found.items():
            contest, table = contests[key], final.classifications[key]
            if contest is None or not table.rows:
                continue
            places = _places(contest, ends)
            figures = {row.who: row.figure for row in table.rows}
            for who, scenario in told.items():
                said = state(contest, scenario, places)
                if said == "level":
                    assert figures[who] == table.rows[0].figure
                else:
                    assert (who in table.leaders) == (said == "wins"), (key, who)


def _places(contest: Contest, ends: Sequence[StageResult]) -> dict[str, Way]:
    """The places that everybody had at the events, as the stages ended."""
    orders = []
    for event in contest.events:
        stage = next(end for end in ends if end.number == event.stage)
        order = (
            [arrival.rider for arrival in stage.arrivals]
            if event.key == FINISH
            else next(list(line.riders) for line in stage.passages if line.key == event.key)
        )
        orders.append(order[event.first - 1 :])
    return {
        who: tuple(
            min(order.index(who), len(event.worth)) if who in order else len(event.worth)
            for event, order in zip(contest.events, orders, strict=True)
        )
        for who in contest.figures
    }
