"""What holds for every tour."""

from dataclasses import dataclass
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as for_all
from hypothesis import strategies as st

from tests.scoring.race import SCHEME, tie_words
from tourmanager.scoring.result import Arrival, Passage, Penalty, StageResult, Starter
from tourmanager.scoring.scheme import Scheme, scheme, scheme_keys
from tourmanager.scoring.standings import history, standings
from tourmanager.scoring.tables import Standings
from tourmanager.tabletop.cycling_party.vocabulary import TYPES

# a busy machine is no reason to fail
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
TEAMS, NUMBERS = "abc", range(1, 5)
CATEGORIES = ("is", "is", "hc", "first", "third", "hill")


@dataclass
class Tour:
    starters: list[Starter]
    results: list[StageResult]
    rules: Scheme = SCHEME

    def now(self) -> Standings:
        return standings(self.results, self.starters, self.rules)


@st.composite
def tours(draw: st.DrawFn, accidents: bool = True, any_scheme: bool = False) -> Tour:
    """Tours of one to four stages with many ties; riders go out now and then.

    With `any_scheme` by any scheme that ships, with time trials, marked riders, penalties and
    cancelled ones.
    """
    riding = [f"{team}{number}" for team in TEAMS for number in NUMBERS]
    young = draw(st.sets(st.sampled_from(riding))) if any_scheme else set()
    starters = [Starter(rider, rider[0], ("youth",) if rider in young else ()) for rider in riding]
    rules = scheme(draw(st.sampled_from(scheme_keys()))) if any_scheme else SCHEME
    results = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        out = (
            draw(st.lists(st.sampled_from(riding), max_size=2, unique=True))
            if accidents and len(riding) > 4
            else []
        )
        passages = tuple(
            Passage(
                f"l{n}",
                f"Line {n}",
                category,
                tuple(draw(st.permutations(riding))[: len(SCHEME.line_points[category])]),
            )
            for n, category in enumerate(CATEGORIES)
        )
        riding = [rider for rider in riding if rider not in out]
        times = sorted(
            draw(st.lists(st.integers(0, 3), min_size=len(riding), max_size=len(riding)))
        )
        arrivals = tuple(
            Arrival(rider, time)
            for rider, time in zip(draw(st.permutations(riding)), times, strict=True)
        )
        result = StageResult(
            number, draw(st.sampled_from(TYPES)), passages, arrivals, dict.fromkeys(out, "dnf")
        )
        results.append(draw(decorated(result, rules)) if any_scheme else result)
    return Tour(starters, results, rules)


@st.composite
def decorated(draw: st.DrawFn, result: StageResult, rules: Scheme) -> StageResult:
    """The stage as some kind of race, with what the jury did."""
    kind = draw(st.sampled_from(("road", "road", "itt", "ttt")))
    arrivals = [
        msgspec.structs.replace(arrival, fraction=draw(st.integers(0, 2)) if kind == "itt" else 0)
        for arrival in result.arrivals
    ]
    by_points = [ranking.key for ranking in rules.classifications if ranking.by == "points"]
    fines = [
        st.builds(
            Penalty,
            st.sampled_from([arrival.rider for arrival in arrivals]),
            st.integers(1, 3),
            cancelled=st.sampled_from(["", "seen"]),
        ),
        st.builds(Penalty, st.sampled_from(TEAMS), st.integers(1, 3), st.just("team_seconds")),
    ]
    if by_points:
        rider = st.sampled_from([arrival.rider for arrival in arrivals])
        fines.append(
            st.builds(
                Penalty,
                rider,
                st.integers(1, 3),
                st.just("points"),
                classification=st.sampled_from(by_points),
            )
        )
    penalties = draw(st.lists(st.one_of(fines), max_size=3))
    return msgspec.structs.replace(
        result, kind=kind, arrivals=tuple(arrivals), penalties=tuple(penalties)
    )


def ranking(now: Standings) -> dict[str, dict[str, tuple[int, int]]]:
    return {
        key: {row.who: (row.rank, row.figure) for row in table.rows}
        for key, table in now.classifications.items()
    }


@UNHURRIED
@for_all(st.one_of(tours(), tours(any_scheme=True)))
def test_nobody_is_listed_twice_and_ranks_agree_with_figures(tour: Tour) -> None:
    now = tour.now()
    for table in now.classifications.values():
        assert len({row.who for row in table.rows}) == len(table.rows)
        for position, (above, below) in enumerate(zip(table.rows, table.rows[1:], strict=False), 2):
            assert below.rank in (above.rank, position)
            least_leads = table.by_time or table.ranking.lowest
            better = above.figure <= below.figure if least_leads else above.figure >= below.figure
            assert better
            assert bool(tie_words(below)) == (above.figure == below.figure)
        for row in table.rows:
            assert row.figure == sum(part.amount for part in table.parts(row.who) if part.counted)
            assert row.gap == abs(row.figure - table.rows[0].figure)
    for player in now.players:
        assert (
            player.points
            == sum(player.sources.values())
            == sum(part.amount for _, part in player.parts)
        )


@UNHURRIED
@for_all(tours())
def test_only_riders_still_in_the_race_are_ranked(tour: Tour) -> None:
    now = tour.now()
    last = {arrival.rider for arrival in tour.results[-1].arrivals}
    assert {row.who for row in now.classifications["individual"].rows} == last
    for key in ("mountain", "is", "regularity"):
        assert {row.who for row in now.classifications[key].rows} <= last


@UNHURRIED
@for_all(
    tours(accidents=False, any_scheme=True),
    st.permutations([f"{team}{number}" for team in TEAMS for number in NUMBERS]),
)
def test_names_decide_nothing(tour: Tour, names: list[str]) -> None:
    called = {starter.rider: f"x{name}" for starter, name in zip(tour.starters, names, strict=True)}
    renamed = Tour(
        sorted(
            (Starter(called[one.rider], one.team, one.marks) for one in tour.starters),
            key=lambda starter: starter.rider,
        ),
        [_with(result, called) for result in tour.results],
        tour.rules,
    )
    before, after = ranking(tour.now()), ranking(renamed.now())
    for key, table in before.items():
        assert after[key] == {called.get(who, who): line for who, line in table.items()}


def _with(result: StageResult, called: dict[str, str]) -> StageResult:
    return msgspec.structs.replace(
        result,
        arrivals=tuple(
            msgspec.structs.replace(arrival, rider=called[arrival.rider])
            for arrival in result.arrivals
        ),
        penalties=tuple(
            msgspec.structs.replace(penalty, who=called.get(penalty.who, penalty.who))
            for penalty in result.penalties
        ),
        passages=tuple(
            msgspec.structs.replace(
                passage, riders=tuple(called[rider] for rider in passage.riders)
            )
            for passage in result.passages
        ),
    )


@UNHURRIED
@for_all(tours(any_scheme=True), st.randoms(use_true_random=False))
def test_the_order_of_entries_that_have_nothing_to_do_with_each_other_changes_nothing(
    tour: Tour, random: Random
) -> None:
    shuffled = [
        msgspec.structs.replace(
            result,
            passages=tuple(random.sample(result.passages, len(result.passages))),
            penalties=tuple(random.sample(result.penalties, len(result.penalties))),
        )
        for result in random.sample(tour.results, len(tour.results))
    ]
    assert ranking(Tour(tour.starters, shuffled, tour.rules).now()) == ranking(tour.now())


@UNHURRIED
@for_all(tours(any_scheme=True))
def test_what_was_given_and_cancelled_is_as_if_it_had_never_been(tour: Tour) -> None:
    never = [
        msgspec.structs.replace(
            result,
            penalties=tuple(penalty for penalty in result.penalties if not penalty.cancelled),
        )
        for result in tour.results
    ]
    assert (
        Tour(tour.starters, never, tour.rules).now().classifications == tour.now().classifications
    )


@UNHURRIED
@for_all(tours(accidents=False, any_scheme=True), st.data())
def test_a_cancelled_stage_is_as_if_it_had_never_been(tour: Tour, data: st.DataObject) -> None:
    gone = data.draw(st.integers(0, len(tour.results) - 1))
    rest = tour.results[:gone] + tour.results[gone + 1 :]
    cancelled = msgspec.structs.replace(tour.results[gone], counts="nothing", penalties=())
    both = [
        Tour(tour.starters, results, tour.rules).now() for results in ([*rest, cancelled], rest)
    ]
    assert ranking(both[0]) == ranking(both[1])
    assert [player.points for player in both[0].players] == [
        player.points for player in both[1].players
    ]


@UNHURRIED
@for_all(tours(any_scheme=True), st.integers(1, 500))
def test_the_same_seconds_more_for_everybody_change_no_gap(tour: Tour, more: int) -> None:
    slower = [
        msgspec.structs.replace(
            tour.results[0],
            arrivals=tuple(
                msgspec.structs.replace(one, seconds=(one.seconds or 0) + more)
                for one in tour.results[0].arrivals
            ),
        )
    ]
    before, after = tour.now(), Tour(tour.starters, slower + tour.results[1:], tour.rules).now()
    for key in before.classifications:
        gaps = [
            [(row.who, row.rank, row.gap) for row in now.classifications[key].rows]
            for now in (before, after)
        ]
        assert gaps[0] == gaps[1]


@pytest.mark.rule("CP-M-019", "CP-M-030")
@UNHURRIED
@for_all(tours(accidents=False))
def test_every_point_of_the_tables_is_given_and_no_other(tour: Tour) -> None:
    now = tour.now()
    paid = {
        key: sum(row.figure for row in now.classifications[key].rows)
        for key in ("mountain", "is", "regularity")
    }
    assert paid == {
        "mountain": len(tour.results)
        * sum(sum(SCHEME.line_points[category]) for category in ("hc", "first", "third")),
        "is": len(tour.results) * 2 * sum(SCHEME.line_points["is"]),
        "regularity": sum(
            sum(SCHEME.by_key["regularity"].finish[result.type]) for result in tour.results
        ),
    }


@UNHURRIED
@for_all(tours(accidents=False), st.data())
def test_a_stage_taken_out_is_as_if_it_had_never_been(tour: Tour, data: st.DataObject) -> None:
    gone = data.draw(st.integers(0, len(tour.results) - 1))
    rest = tour.results[:gone] + tour.results[gone + 1 :]
    figures = ranking(Tour(tour.starters, rest).now())["individual"]
    for rider, (_, total) in ranking(tour.now())["individual"].items():
        seconds = next(
            arrival.seconds for arrival in tour.results[gone].arrivals if arrival.rider == rider
        )
        assert figures.get(rider, (0, 0))[1] == total - seconds


@UNHURRIED
@for_all(tours(any_scheme=True))
def test_the_history_ends_with_each_standings_in_turn(tour: Tour) -> None:
    course = history(tour.results, tour.starters, tour.rules)
    for length, now in enumerate(course, 1):
        assert now == standings(
            tour.results[:length], tour.starters, tour.rules, over=length == len(tour.results)
        )


@UNHURRIED
@for_all(tours(any_scheme=True))
def test_leaders_wear_one_colour_each(tour: Tour) -> None:
    jerseys = tour.now().jerseys
    worn = [jersey.wearer for jersey in jerseys if jersey.wearer]
    assert len(worn) == len(set(worn))
    leaders = {jersey.leader for jersey in jerseys if jersey.leader}
    assert leaders <= set(worn)
    assert {jersey.wearer for jersey in jerseys if jersey.stands_in_for}.isdisjoint(
        leaders - set(worn)
    )
    assert tour.rules.stand_ins or set(worn) == leaders
