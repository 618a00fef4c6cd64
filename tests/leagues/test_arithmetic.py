"""The arithmetic of leagues: worked examples, a second way of computing, and what must hold."""

from itertools import permutations
from random import Random

import msgspec
import pytest

from tests.leagues import second_way
from tourmanager.scoring.league.counting import mark_counting, scores_of, total_of_best
from tourmanager.scoring.league.reach import Chance, Limit, Way, chances, ways_to_win
from tourmanager.scoring.league.season import LINKS, Result, Round, SeasonRules
from tourmanager.scoring.league.table import Tie, table_after

WINTER = SeasonRules(table=(10, 8, 6, 5, 4, 3), best=5, minimum=4)
PLAYERS = ["Ana", "Bernat", "Chiara", "Dries", "Emma", "Farid", "Gwen", "Wies"]
SIX_ROUNDS = (
    "Emma Gwen Ana Farid Wies Dries",
    "Bernat Ana Chiara Emma Gwen Dries",
    "Ana Dries Bernat Chiara",
    "Chiara Bernat Wies Ana Farid Dries",
    "Emma Gwen Ana Bernat Dries Chiara",
    "Ana Emma Bernat Chiara Dries Farid",
)


def ridden(number: int, order: str, half_weight: int = 2) -> Round:
    """Return a round that was finished in that order."""
    results = {who: Result(place) for place, who in enumerate(order.split(), 1)}
    return Round(number, results, half_weight)


def winter(to_come: int = 4) -> list[Round]:
    """Return the winter league after six of its rounds, of which the sixth counted twice."""
    done = [
        ridden(number, order, 4 if number == 6 else 2) for number, order in enumerate(SIX_ROUNDS, 1)
    ]
    return [*done, *(Round(number) for number in range(7, 7 + to_come))]


class TestWinterLeague:
    rows = {row.who: row for row in table_after(PLAYERS, winter(), WINTER)}

    def test_the_table_after_six_rounds(self):
        table = [
            (row.rank, row.who, row.halves // 2, (row.most or 0) // 2, row.change)
            for row in table_after(PLAYERS, winter(), WINTER)
        ]
        assert table == [
            (1, "Ana", 50, 60, 0),
            (2, "Emma", 41, 56, -1),
            (3, "Bernat", 41, 52, 1),
            (4, "Chiara", 34, 50, 0),
            (5, "Dries", 26, 48, 0),
            (6, "Gwen", 20, 48, 0),
            (7, "Farid", 15, 46, -1),
            (8, "Wies", 10, 46, 1),
        ]

    def test_the_worst_of_six_results_is_dropped(self):
        assert [score.number for score in self.rows["Ana"].scores if not score.counts] == [4]

    def test_among_equal_results_the_later_is_dropped(self):
        dropped = [
            score.number
            for score in self.rows["Dries"].scores
            if score.is_ridden and not score.counts
        ]
        assert dropped == [4]

    def test_the_link_that_decided_is_told_with_both_figures(self):
        assert self.rows["Bernat"].tie == Tie("rounds_won", -2, -1)
        assert self.rows["Emma"].tie is None
        assert self.rows["Emma"].level_below

    def test_rounds_that_have_to_be_ridden_still(self):
        missing = {who: row.missing for who, row in self.rows.items() if row.missing}
        assert missing == {"Gwen": 1, "Farid": 1, "Wies": 2}

    def test_who_can_still_win_and_on_what_condition(self):
        assert chances([*self.rows.values()], winter(), WINTER) == [
            Chance("Ana", 0),
            Chance("Emma", 0),
            Chance("Bernat", 2, (Limit("Ana", 1),)),
            Chance("Chiara", 3, (Limit("Ana", 0), Limit("Emma", 1))),
        ]

    def test_what_it_takes_in_the_last_round(self):
        rounds = winter(to_come=1)
        rows = table_after(PLAYERS, rounds, WINTER)
        assert ways_to_win("Emma", rows, rounds, WINTER, 8) == [Way(1, (("Ana", 2),))]
        assert ways_to_win("Ana", rows, rounds, WINTER, 8) == [
            Way(2),
            Way(None, (("Emma", 1),)),
        ]
        assert ways_to_win("Chiara", rows, rounds, WINTER, 8) == []


def test_places_are_added_up_and_a_missed_round_is_one_more_than_all():
    rounds = [ridden(1, "a b c"), ridden(2, "b a")]
    rows = table_after(["a", "b", "c"], rounds, SeasonRules(by="place"))
    assert [(row.who, row.halves // 2) for row in rows] == [("b", 3), ("a", 3), ("c", 7)]


def test_a_round_may_weigh_one_and_a_half():
    rounds = [ridden(1, "a b", half_weight=3)]
    rows = table_after(["a", "b"], rounds, SeasonRules(table=(5, 2)))
    assert [(row.who, row.halves) for row in rows] == [("a", 15), ("b", 6)]


def test_who_can_no_longer_ride_enough_rounds_is_behind():
    rounds = [ridden(1, "a b"), ridden(2, "b"), ridden(3, "b")]
    rows = table_after(["a", "b"], rounds, SeasonRules(table=(9, 1), minimum=2, best=1))
    assert [(row.rank, row.who, row.is_behind) for row in rows] == [(1, "b", False), (2, "a", True)]


def test_who_is_level_on_the_whole_chain_shares_the_rank():
    rounds = [ridden(1, "a b"), ridden(2, "b a")]
    rows = table_after(["a", "b"], rounds, SeasonRules(tie_breaks=("rounds_won", "best_places")))
    assert [(row.rank, row.tie) for row in rows] == [(1, None), (1, Tie(None))]


def test_head_to_head_counts_only_rounds_that_both_rode():
    rounds = [ridden(1, "a b"), ridden(2, "b"), ridden(3, "x a"), ridden(4, "x b")]
    rules = SeasonRules(table=(2, 2), best=2, tie_breaks=("head_to_head",))
    rows = table_after(["a", "b"], rounds, rules)
    assert rows[1].tie == Tie("head_to_head", -1, 1)
    assert [row.who for row in rows] == ["a", "b"]


def a_league(seed: int) -> tuple[list[str], list[Round], SeasonRules]:
    """Return a random league: few players, few points, so that many are level."""
    dice = Random(seed)
    players = [f"p{number}" for number in range(dice.randint(2, 7))]
    rules = SeasonRules(
        by=dice.choice(["manager_points", "place", "table"]),
        table=tuple(sorted((dice.randint(0, 4) for _ in range(dice.randint(1, 6))), reverse=True)),
        best=dice.choice([0, 0, 1, 2, 3, 5]),
        minimum=dice.choice([0, 0, 1, 2, 4]),
        tie_breaks=tuple(dice.sample(LINKS, dice.randint(0, len(LINKS)))),
    )
    rounds = []
    for number in range(1, dice.randint(1, 7) + 1):
        results = None
        if dice.random() < 0.8:
            riding = dice.sample(players, dice.randint(0, len(players)))
            results = {
                who: Result(place, dice.randint(0, 5)) for place, who in enumerate(riding, 1)
            }
        rounds.append(Round(number, results, dice.choice([2, 2, 2, 3, 4]), most=5))
    return players, rounds, rules


def ranks(
    players: list[str], rounds: list[Round], rules: SeasonRules, after: int
) -> dict[str, int]:
    return {row.who: row.rank for row in table_after(players, rounds, rules, after)}


@pytest.mark.parametrize("block", range(10))
def test_a_thousand_random_leagues_come_out_as_the_second_way_has_them(block: int):
    for seed in range(100 * block, 100 * block + 100):
        players, rounds, rules = a_league(seed)
        before: dict[str, int] | None = None
        for each in rounds:
            second = second_way.ranks_after(players, rounds, rules, each.number)
            rows = table_after(players, rounds, rules, each.number)
            assert {row.who: row.rank for row in rows} == second, seed
            done = [one for one in rounds if one.is_done and one.number <= each.number]
            for row in rows:
                total = second_way.total_of(row.who, done, rules, len(players))
                assert row.halves == 2 * total, seed
                counting = [score for score in row.scores if score.counts]
                assert sum(score.halves for score in counting) == row.halves
                if each.is_done and before is not None:
                    assert row.change == second[row.who] - before[row.who], seed
            if each.is_done:
                before = second


@pytest.mark.parametrize("block", range(4))
def test_a_late_correction_comes_out_as_if_it_had_always_been_so(block: int):
    for seed in range(100 * block, 100 * block + 100):
        players, rounds, rules = a_league(seed)
        dice = Random(-seed)
        at = dice.randrange(len(rounds))
        riding = dice.sample(players, dice.randint(1, len(players)))
        results = {who: Result(place, place) for place, who in enumerate(riding, 1)}
        corrected = [*rounds]
        corrected[at] = msgspec.structs.replace(rounds[at], results=results)
        last = len(rounds)
        assert ranks(players, corrected, rules, last) == second_way.ranks_after(
            players, corrected, rules, last
        )


def test_the_order_of_rounds_of_equal_weight_changes_no_total():
    for seed in range(300):
        players, rounds, rules = a_league(seed)
        rounds = [msgspec.structs.replace(each, half_weight=2) for each in rounds]
        shuffled = Random(seed).sample(rounds, len(rounds))
        renumbered = [
            msgspec.structs.replace(each, number=number) for number, each in enumerate(shuffled, 1)
        ]
        rules = msgspec.structs.replace(
            rules, tie_breaks=tuple(link for link in rules.tie_breaks if link != "latest")
        )
        one, other = table_after(players, rounds, rules), table_after(players, renumbered, rules)
        assert {row.who: (row.rank, row.halves) for row in one} == {
            row.who: (row.rank, row.halves) for row in other
        }


def test_a_dropped_result_never_lowers_a_total():
    for seed in range(300):
        players, rounds, rules = a_league(seed)
        done = [each for each in rounds if each.is_done]
        for who in players:
            scores = mark_counting(scores_of(who, done, rules, len(players)), rules)
            for score in scores:
                if not score.counts and (score.is_ridden or rules.lowest):
                    for counting in (each for each in scores if each.counts):
                        worse = score.halves >= counting.halves
                        assert worse if rules.lowest else score.halves <= counting.halves
            if rules.by != "place":
                with_one_more = [*done, Round(99, {who: Result(3, 1)})]
                more = scores_of(who, with_one_more, rules, len(players))
                assert total_of_best(more, rules) >= total_of_best(scores, rules)


def small_league(seed: int, left: int) -> tuple[list[str], list[Round], SeasonRules]:
    dice = Random(seed)
    players = ["a", "b", "c"]
    rounds = [
        ridden(number, " ".join(dice.sample(players, dice.randint(0, 3))), dice.choice([2, 2, 4]))
        for number in range(1, dice.randint(1, 4) + 1)
    ]
    rounds += [
        Round(len(rounds) + at, half_weight=dice.choice([2, 4])) for at in range(1, left + 1)
    ]
    rules = SeasonRules(
        by=dice.choice(["table", "place"]),
        table=(4, 2, 1),
        best=dice.choice([0, 2, 3]),
        minimum=dice.choice([0, 2]),
        tie_breaks=dice.choice([(), ("rounds_won",), ("best_places", "latest")]),
    )
    return players, rounds, rules


# every way in which a round can end for three players who may all stay away
ORDERS = [
    order
    for number in range(4)
    for riding in permutations(["a", "b", "c", "-"], number)
    if riding.count("-") <= 1
    for order in [riding]
]


def ends_of(rounds: list[Round]) -> list[list[Round]]:
    """Return every way in which the rounds left can end; "-" is a guest whom nobody ranks."""
    ends: list[list[Round]] = [[]]
    for each in rounds:
        ways = [each]
        if not each.is_done:
            ways = [
                msgspec.structs.replace(
                    each,
                    results={who: Result(at) for at, who in enumerate(order, 1) if who != "-"},
                )
                for order in ORDERS
            ]
        ends = [[*end, way] for end in ends for way in ways]
    return ends


@pytest.mark.parametrize("left", [1, 2])
def test_who_can_still_win_is_who_wins_in_some_way_of_ending(left: int):
    for seed in range(60 if left == 1 else 12):
        players, rounds, rules = small_league(seed, left)
        rows = table_after(players, rounds, rules)
        winners, wins, seconds = set(), dict.fromkeys(players, left), {}
        for end in ends_of(rounds):
            last = end[-left:]
            for row in table_after(players, end, rules):
                if row.rank == 1:
                    winners.add(row.who)
                    places = [
                        each.results[row.who].place for each in last if row.who in each.results
                    ]
                    if len(places) == left and set(places) <= {1, 2}:
                        wins[row.who] = min(wins[row.who], places.count(1))
                    if places == [1] * left:
                        for other in players:
                            times = sum(
                                other in each.results and each.results[other].place == 2
                                for each in last
                            )
                            key = (row.who, other)
                            seconds[key] = max(seconds.get(key, 0), times)
        found = chances(rows, rounds, rules)
        assert {chance.who for chance in found} == winners, seed
        for chance in found:
            assert chance.wins == wins[chance.who], seed
            for limit in chance.limits:
                assert limit.seconds == seconds[(chance.who, limit.who)], seed


def test_ways_to_win_are_those_of_every_way_of_ending():
    for seed in range(150):
        players, rounds, rules = small_league(seed, 1)
        rows = table_after(players, rounds, rules)
        ways = {who: ways_to_win(who, rows, rounds, rules, 4) for who in players}
        for end in ends_of(rounds):
            results = end[-1].results or {}
            for row in table_after(players, end, rules):
                own = results[row.who].place if row.who in results else 99
                held = any(
                    (way.place is None or own <= way.place)
                    and all(
                        other not in results or results[other].place > at
                        for other, at in way.rivals
                    )
                    for way in ways[row.who]
                )
                assert held == (row.rank == 1), (seed, row.who, own, ways[row.who])
