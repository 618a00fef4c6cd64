"""What can still be reached, held against every way that small tours can go."""

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.scoring.outcomes import LATER, outcomes
from tests.scoring.race import clock_at
from tourmanager.scoring.bounds import Bounds
from tourmanager.scoring.manager_bounds import player_chances
from tourmanager.scoring.needs import Way, by_points
from tourmanager.scoring.remaining import TourProgress
from tourmanager.scoring.result import Arrival, Passage, StageResult, Starter
from tourmanager.scoring.scheme import read_toml
from tourmanager.scoring.virtual import Running, running_stage

SMALL = """
key = "small"
name = "Small"
about = ""
categories = { hill = "hill", third = "third", second = "second", first = "first", hc = "hors", is = "sprint" }
classifications = [
  { key = "individual", name = "Individual", by = "time", tie_breaks = ["stage_places", "last_place"] },
  { key = "mountain", name = "Mountain", by = "points", tie_breaks = ["wins_hc", "general"], lines = { hc = [5, 2], third = [2, 1] } },
  { key = "is", name = "Sprints", by = "points", tie_breaks = ["sprint_wins", "general"], lines = { is = [3, 1] } },
  { key = "regularity", name = "Regularity", by = "points", tie_breaks = ["stage_wins"], finish = { flat = [4, 3, 1], high = [2, 1] } },
  { key = "teams", name = "Teams", by = "team_time", tie_breaks = ["day_places", "best_general"] },
]
teams = { riders = 1 }
manager_points = { points = { stage = [2, 1], individual = [5, 3], is = [3, 1], teams = [2] } }
"""  # noqa: E501
PLAIN = read_toml(SMALL)
GIVING = read_toml(SMALL + "bonus = { finish = [4, 2], lines = { is = [2, 1] } }")
RIDERS = ("a1", "a2", "b1", "b2")
STARTERS = [Starter(rider, rider[0]) for rider in RIDERS]
CATEGORIES = st.sampled_from(("is", "hc", "third"))
SLOW = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def raced(draw: st.DrawFn, number: int) -> StageResult:
    passing = [(draw(CATEGORIES), tuple(draw(st.permutations(RIDERS))[:2])) for _ in range(2)]
    lines = tuple(
        Passage(f"l{nth}", f"Line {nth}", category, riders)
        for nth, (category, riders) in enumerate(passing)
    )
    times = sorted(draw(st.lists(st.integers(0, 8), min_size=4, max_size=4)))
    arrivals = tuple(
        Arrival(rider, time)
        for rider, time in zip(draw(st.permutations(RIDERS)), times, strict=True)
    )
    return StageResult(number, draw(st.sampled_from(("flat", "high"))), lines, arrivals)


@st.composite
def situations(draw: st.DrawFn) -> TourProgress:
    """One or two ended stages, one on the road, at most a short one to come."""
    ended = [draw(raced(number)) for number in range(1, draw(st.integers(1, 2)) + 1)]
    number = len(ended) + 1
    lines = []
    for nth in range(draw(st.integers(0, 2))):
        category = draw(CATEGORIES)
        lines.append(
            Passage(
                f"l{nth}",
                f"Line {nth}",
                category,
                tuple(draw(st.permutations(RIDERS))[: draw(st.integers(0, 2))]),
            )
        )
    order = draw(st.permutations(RIDERS))
    arrived = draw(st.integers(1, 4))
    turns = sorted(draw(st.lists(st.integers(0, 1), min_size=arrived, max_size=arrived)))
    arrivals = [
        Arrival(rider, 60 * turn + draw(st.integers(0, 9)), turn=turn)
        for rider, turn in zip(order, turns, strict=False)
    ]
    scheme = draw(st.sampled_from((PLAIN, GIVING)))
    by_turns = scheme is PLAIN  # in a game there are turns and no seconds to be given
    result = StageResult(
        number, draw(st.sampled_from(("flat", "high"))), tuple(lines), tuple(arrivals)
    )
    now = running_stage(
        result,
        order[arrived:],
        clock=clock_at(draw(st.integers(turns[-1], 2))) if by_turns else None,
    )
    ahead = []
    if arrived == 4 and draw(st.booleans()):
        ahead = [
            Running(
                StageResult(
                    number + 1,
                    "flat",
                    (Passage("l0", "Line 0", "is", ()),) if not lines else (),
                    (),
                )
            )
        ]
    return TourProgress(ended, now, ahead, STARTERS, scheme)


def ways(situation: TourProgress) -> int:
    on_road = len(situation.now.result.on_road) if situation.now else 0
    lines = (
        sum(len(passage.riders) < 2 for passage in situation.now.result.passages)
        if situation.now
        else 0
    )
    return int(
        24 ** min(1, on_road) * len(LATER) ** on_road * 12**lines * (2000 if situation.ahead else 1)
    )


@SLOW
@given(situations())
def test_what_is_proved_holds_in_every_way_the_race_can_go(situation: TourProgress) -> None:
    assume(ways(situation) <= 900)
    bounds = Bounds(situation)
    won: dict[str, set[str]] = {key: set() for key in situation.scheme.by_key}
    for _, final in outcomes(situation):
        for key, table in final.classifications.items():
            chances = bounds.of(key)
            won[key] |= set(table.leaders)
            for row in table.rows:
                chance = chances[row.who]
                assert chance.rank <= row.rank <= chance.worst_rank
                best, worst = (
                    (chance.worst, chance.best)
                    if not table.by_time
                    else (chance.best, chance.worst)
                )
                assert best is None or best <= row.figure
                assert worst is None or row.figure <= worst
    for key, leaders in won.items():
        for who, chance in bounds.of(key).items():
            assert chance.can_win is not False or who not in leaders, (key, who)
            assert chance.can_win is not True or who in leaders, (key, who)


def test_seconds_over_an_open_line_may_part_teams_of_one_time() -> None:
    """a and b have one time and a day each; the best rider in the general decides, and a sprint
    with seconds is still open.
    """
    first = StageResult(
        1,
        "flat",
        (Passage("l0", "Line 0", "is", ("a1", "a2")),),
        (Arrival("a2", 0), Arrival("b1", 1), Arrival("a1", 1), Arrival("b2", 1)),
    )
    second = StageResult(
        2,
        "flat",
        (Passage("l0", "Line 0", "is", ()),),
        (Arrival("b1", 0), Arrival("b2", 0), Arrival("a1", 1), Arrival("a2", 1)),
    )
    now = running_stage(second, [], clock=None)
    chances = Bounds(TourProgress([first], now, [], STARTERS, GIVING)).of("teams")
    assert {team: (one.rank, one.worst_rank, one.can_win) for team, one in chances.items()} == {
        "a": (1, 2, None),
        "b": (1, 2, None),
    }


@SLOW
@given(situations())
def test_players_end_between_their_least_and_their_most(situation: TourProgress) -> None:
    assume(ways(situation) <= 900)
    chances = player_chances(Bounds(situation))
    for _, final in outcomes(situation):
        for player in final.players:
            chance = chances[player.team]
            assert chance.least <= player.points <= chance.most
            assert chance.rank <= player.rank
            assert chance.can_win is not False or player.rank > 1
            assert chance.can_win is not True or player.rank == 1


@SLOW
@given(situations())
def test_nobody_wins_without_what_he_needs_and_everybody_with_what_makes_it_sure(
    situation: TourProgress,
) -> None:
    assume(ways(situation) <= 900 and not situation.ahead)
    bounds = Bounds(situation)
    needs = {
        (key, who): by_points(bounds, key, who)
        for key in ("mountain", "is", "regularity")
        for who in bounds.of(key)
    }
    for (stage,), final in outcomes(situation):
        for (key, who), need in needs.items():
            leads = who in final.classifications[key].leaders
            if need.listed and leads:
                assert any(_has(stage, way, who) for way in need.least)
            if need.listed and any(_has(stage, way, who) for way in need.sure):
                assert leads or not final.classifications[key].rows


def _has(stage: StageResult, way: Way, who: str) -> bool:
    """Whether he has all these places, or better ones."""
    orders = {passage.key: list(passage.riders) for passage in stage.passages}
    orders["finish"] = [arrival.rider for arrival in stage.arrivals]
    return all(who in orders[label] and orders[label].index(who) < place for label, place in way)
