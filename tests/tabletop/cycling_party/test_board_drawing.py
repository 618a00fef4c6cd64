"""The board: everybody stands once where he is, nobody on anybody, and what stands beside the road
says the same.
"""

from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games import game
from games.chance import Seeded
from games.cycling_party import setup as setups
from games.engine import CHANCE
from tests.games.players import Racer
from tourmanager.play.boards.drawing import ZOOMS, ListedRider
from tourmanager.play.boards.look import Look
from tourmanager.play.boards.road import NARROW, WIDE, split_into_rows
from tourmanager.play.boards.stacking import Stand, arrange_stacks, place_labels
from tourmanager.play.contract import screen_of
from tourmanager.tabletop.cycling_party.screen.board import road_of
from tourmanager.tabletop.cycling_party.screen.board_lists import (
    ArrivedRider,
    BoardLists,
    StockTable,
)
from tourmanager.web.jerseys import Mark

RULES = game("cycling_party")
BOARD = screen_of("cycling_party").board
ROLES = (
    "climber",
    "sprinter",
    "rouleur",
    "flat_domestique",
    "mountain_domestique",
    "lanterne_rouge",
)
COLOURS = ("#1f6fb2", "#c8202f", "#1f8a4c", "#22262b", "#7a3fa8", "#f07d1a")
PATTERNS = ("plain", "hoops", "sash", "halves", "chevron", "checks")
HIGH = {
    "length": 150,
    "type": "high",
    "passes": [[38, "second"], [62, "first"], [95, "hc"]],
    "sprints": [15, 23, 31],
}
ROADS = {
    "junior": {"length": 60, "passes": [[20, 30], [50, 60]]},
    "senior": {
        "length": 90,
        "type": "medium",
        "passes": [[13, "hill"], [17, "hill"], [30, "first"]],
    },
    "master": {
        "length": 70,
        "type": "medium",
        "passes": [[20, "second"], [67, "hill"]],
        "sprints": [15, 40, 65],
    },
}
LAYOUTS = {"wide": WIDE, "narrow": NARROW}


def a_setup(version="master", seats=6, road=None, **changes):
    data = {
        "version": version,
        "stage": road or ROADS[version],
        "teams": list("abcdef"[:seats]),
    } | changes
    return RULES.write_setup(RULES.read_setup(data))


def a_look(setup, name="Rider"):
    teams, riders = {}, {}
    for seat, team in enumerate(setup["teams"]):
        teams[team] = Mark(
            team, 0, "", "", f"{name} {team}", team.upper(), COLOURS[seat], PATTERNS[seat]
        )
        for number, role in enumerate(ROLES, 1):
            code = f"{team}{number}"
            riders[code] = Mark(
                code,
                number,
                f"{name} {code}",
                role,
                f"{name} {team}",
                team.upper(),
                COLOURS[seat],
                PATTERNS[seat],
            )
    return Look(teams, riders)


def a_view(setup, squares, thrown="", crossed="", **changes):
    """The race with riders on squares, "a1 b2 40, c3 38", as before their throws; `thrown` in the
    same way, `crossed` by square behind.
    """
    state = RULES.start(RULES.read_setup(setup))
    state.turn, course = 5, state.course
    state.square, state.active, state.road = [9999] * len(state.square), 0, [0] * len(state.road)
    for text, waiting in ((squares, True), (thrown, False)):
        for rider, square in standing(text):
            bit = 1 << course.rider_of[rider]
            state.square[course.rider_of[rider]] = square
            state.active |= bit
            state.road[square] |= bit * waiting
    view = dict(RULES.view(state, None))
    return view | {"crossed": dict(standing(crossed))} | changes


def standing(text):
    found = []
    for part in filter(None, text.split(", ")):
        *riders, square = part.split()
        found += [(rider, int(square)) for rider in riders]
    return found


def stages(setup, seed):
    """The views of a stage ridden by racers."""
    state = RULES.start(RULES.read_setup(setup))
    players, chance = [Racer(f"{seed}/{seat}") for seat in range(len(setup["teams"]))], Seeded(seed)
    yield RULES.view(state, 0)
    while not (pending := RULES.pending(state)).over:
        if pending.throw is not None:
            RULES.apply(state, CHANCE, chance.draw(pending.throw))
        else:
            seat = pending.seats[0]
            RULES.apply(
                state, seat, players[seat].choose(state, seat, RULES.legal_actions(state, seat))
            )
        yield RULES.view(state, 0)


def jerseys(markup):
    """Of a drawing: rider, square, and the box of his jersey."""
    found = []
    for group in ElementTree.fromstring(markup).iter("g"):
        if rider := group.get("data-rider"):
            use = group.find("use")
            box = tuple(float(use.get(name)) for name in ("x", "y", "width", "height"))
            found.append((rider, int(group.get("data-at")), box))
    return found


def overlap(one, other):
    (ax, ay, aw, ah), (bx, by, bw, bh) = one, other
    return (
        ax + aw > bx + 0.11 and bx + bw > ax + 0.11 and ay + ah > by + 0.11 and by + bh > ay + 0.11
    )


def check(view, setup, look, zoom="road", mine=()):
    drawing = BOARD.draw(view, setup, look, mine, zoom)
    end = road_of(setups.read_setup(setup)).end
    expected = view["squares"] | {rider: end + square for rider, square in view["crossed"].items()}
    for markup in (drawing.wide, drawing.narrow):
        drawn = jerseys(markup)
        if zoom != "mine":
            assert sorted((rider, at) for rider, at, _ in drawn) == sorted(expected.items())
        width, height = map(float, ElementTree.fromstring(markup).get("viewBox").split()[2:])
        for _, _, (x, y, wide, tall) in drawn:
            assert x >= 0 <= y
            assert x + wide <= width
            assert y + tall <= height
        assert not [pair for pair in combinations([box for *_, box in drawn], 2) if overlap(*pair)]
    return drawing


# another seed is no simpler stage
@settings(max_examples=12, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(
    st.sampled_from(sorted(ROADS)),
    st.integers(2, 6),
    st.integers(0, 9999),
    st.sampled_from(sorted(ZOOMS)),
)
def test_in_any_stage_everybody_stands_once_at_his_square_and_on_nobody(version, seats, seed, zoom):
    setup = a_setup(version, seats)
    look, mine = a_look(setup), [f"b{number}" for number in range(1, 7)]
    for view in list(stages(setup, str(seed)))[::17]:
        check(view, setup, look, zoom, mine)


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from(sorted(LAYOUTS)))
def test_the_stacks_of_a_row_never_touch(data, name):
    layout = LAYOUTS[name]
    counts = data.draw(
        st.lists(st.integers(0, 9), min_size=layout.squares, max_size=layout.squares)
    )
    words = ("Breakaway, +12 km", "Breakaway", "")
    stands = tuple(
        Stand(
            square,
            layout.margin + (square + 0.5) * layout.cell,
            tuple(f"r{square}-{n}" for n in range(count)),
            square,
            words,
        )
        for square, count in enumerate(counts)
        if count
    )
    stacks = arrange_stacks(stands, layout)
    assert [stack.stand for stack in stacks] == list(stands)
    edges = [edge for stack in stacks for edge in stack.edges(layout)]
    assert edges == sorted(edges)
    assert not edges or (
        edges[0] >= layout.margin - 0.01 and edges[-1] <= layout.margin + layout.inner + 0.01
    )
    widths = [
        (label.middle, len(label.words) * layout.letter / 2)
        for label in sorted(place_labels(stacks, layout), key=lambda label: label.middle)
    ]
    assert all(
        one + half <= other - its_half for (one, half), (other, its_half) in pairwise(widths)
    )


def test_a_stage_that_goes_on_from_a_situation_has_the_same_board():
    setup = a_setup("senior", 2)
    look, state = a_look(setup), RULES.start(RULES.read_setup(setup))
    RULES.apply(state, CHANCE, Seeded("7").draw(RULES.pending(state).throw))
    going_on = RULES.write_setup(RULES.read_setup(setup | {"situation": RULES.situation(state)}))
    view = RULES.view(RULES.start(RULES.read_setup(going_on)), None)
    assert "situation" in going_on
    assert BOARD.draw(view, going_on, look) == BOARD.draw(RULES.view(state, None), setup, look)


@pytest.mark.parametrize("where", [0, 1, 20, 21, 47, 150])
def test_thirty_six_riders_on_one_square(where):
    setup = a_setup(road=HIGH)
    look = a_look(setup)
    check(a_view(setup, f"{' '.join(look.riders)} {where}"), setup, look, "race")


@pytest.mark.rule("CP-M-022")
def test_who_crossed_stands_on_his_square_behind_the_line():
    setup = a_setup(road=HIGH, options={"finish_hexagon": "counted"})
    look = a_look(setup)
    drawing = check(
        a_view(setup, "a1 152, a2 153", crossed="b1 b2 1, b3 12, c1 13, c2 22"), setup, look, "race"
    )
    squares = {rider: at for rider, at, _ in jerseys(drawing.wide)}
    assert squares == {"a1": 152, "a2": 153, "b1": 154, "b2": 154, "b3": 165, "c1": 166, "c2": 175}
    assert "55–60" in drawing.wide
    assert (
        "55–60"
        not in BOARD.draw(
            a_view(a_setup("senior", road=HIGH | {"sprints": []}), ""), a_setup("senior"), look
        ).wide
    )


@pytest.mark.rule("CP-J-028", "CP-J-029", "CP-J-030", "CP-J-031")
def test_groups_stand_in_race_order_with_their_names_and_gaps():
    setup = a_setup(road=HIGH)
    drawing = BOARD.draw(
        a_view(setup, "a1 60, b1 b2 57, a2 a3 45, c1 c2 c3 20, d1 d2 19", thrown="e1 61, e2 e3 70"),
        setup,
        a_look(setup),
    )
    said = [
        (group.label, group.ahead, group.leader, group.to_go, group.state)
        for group in drawing.own.groups
    ]
    assert said == [
        ("P2, 1st cat., 2 riders, km 70", None, None, 80, "moved"),
        ("Breakaway, km 61", 9, 9, 89, "moved"),
        ("Breakaway, km 60", 1, 10, 90, "to_move"),
        ("Paceline, 2 riders, km 57", 3, 13, 93, "waiting"),
        ("P1, 2nd cat., 2 riders, km 45", 12, 25, 105, "waiting"),
        ("Peloton of 5, km 19–20", 25, 50, 130, "waiting"),
    ]


def test_on_a_pass_one_team_throws_next_and_its_riders_alone_are_ringed():
    setup = a_setup(road=HIGH)
    drawing = BOARD.draw(a_view(setup, "a1 b1 b2 45"), setup, a_look(setup))
    (group,) = drawing.own.groups
    assert (group.movers, len(group.riders)) == (("a1",), 3)
    ringed = [
        each.get("data-rider")
        for each in ElementTree.fromstring(drawing.wide).iter("g")
        if each.find("rect") is not None
    ]
    assert ringed == ["a1"]
    assert "km 45, throws next" in drawing.wide


def test_the_race_is_shown_from_the_last_rider_to_the_next_line():
    setup = a_setup(road=HIGH)
    view = a_view(setup, "a1 66, b1 41")

    def firsts(zoom, mine=()):
        drawing = BOARD.draw(view, setup, a_look(setup), mine, zoom)
        return [
            int(row.get("data-first"))
            for row in ElementTree.fromstring(drawing.narrow).iter("g")
            if row.get("data-first")
        ]

    assert firsts("race") == [41, 51, 61, 71, 81]  # the pass ends on 85
    assert firsts("mine", ["b1"]) == [41]
    assert firsts("mine") == firsts("race")
    assert len(firsts("road")) == len(
        list(split_into_rows(NARROW, road_of(setups.read_setup(setup))))
    )


def test_what_is_left_is_told_of_what_the_version_has():
    master, junior = a_setup(road=HIGH), a_setup("junior", 2)
    stock = BOARD.draw(a_view(master, "a1 5"), master, a_look(master), ["b1"]).own.stock
    assert stock.names == ("Bottles", "Sprints", "Attacks", "Mountain attacks", "Double throws")
    assert [(each.left, each.at_start) for each in stock.teams[0].holdings] == [
        (5, 5),
        (1, 1),
        (1, 1),
        (1, 1),
        (0, None),
    ]
    bottles, *_, doubles = stock.teams[0].holdings
    assert bottles.label.endswith(f"bottles, {bottles.left} of {bottles.at_start} left")
    lying = [state for state, _, _ in bottles.counters]
    assert lying.count("left") == bottles.left
    assert len(lying) == bottles.at_start
    assert [state for state, _, _ in doubles.counters] == ["left"] * doubles.left
    assert [team.mine for team in stock.teams] == [False, True, False, False, False, False]
    assert BOARD.draw(a_view(junior, "a1 5"), junior, a_look(junior)).own.stock.names == (
        "Bottles",
        "Sprints",
    )


def test_the_arrived_stand_in_their_order_with_their_times():
    setup = a_setup(road=HIGH)
    view = a_view(
        setup, "", crossed="a1 b1 5, c1 3, d1 9", placed=["a1", "b1", "c1"], times=[38, 38, 109]
    )
    drawing = BOARD.draw(view, setup, a_look(setup))
    rows = [
        (row.rank, row.rider.mark.code, row.seconds, row.gap, row.group)
        for row in drawing.own.arrived
    ]
    assert rows == [
        (1, "a1", 38, 0, 1),
        (2, "b1", 38, 0, 1),
        (3, "c1", 109, 71, 2),
        (None, "d1", None, None, 3),
    ]
    html = render_to_string("tabletop/cycling_party/screen/_arrived.html", {"own": drawing.own})
    assert "1:49" in html
    assert "+1:11" in html


def test_without_times_riders_behind_the_winner_share_a_rank_on_one_square():
    setup = a_setup("junior", 3)
    view = a_view(setup, "", crossed="a1 b1 c1 5, a2 b2 3", placed=["a1", "b1", "c1", "a2", "b2"])
    drawing = BOARD.draw(view, setup, a_look(setup))
    assert [row.rank for row in drawing.own.arrived] == [1, 2, 2, 4, 4]
    assert not drawing.own.has_times


@pytest.mark.parametrize(
    "name",
    [
        "<evil onload=evil()>",
        "\"><evil x='",
        "</svg></title><script>evil()</script>",
        "&lt;b&gt;'\"",
    ],
)
def test_names_are_words(name):
    setup = a_setup(road=HIGH)
    look = a_look(setup, name)
    drawing = BOARD.draw(a_view(setup, "a1 b1 40", crossed="c1 3", out=["d1"]), setup, look)
    pages = [
        render_to_string(template, {"drawing": drawing})
        for template in ("play/_board.html", drawing.pieces.lists)
    ]
    for html in pages:
        assert "<evil" not in html
        assert "<script" not in html
        assert "style=" not in html
    said = [
        group.get("aria-label")
        for group in ElementTree.fromstring(drawing.wide).iter("g")
        if group.get("data-rider")
    ]
    assert any(name in words for words in said)


def test_both_layouts_of_a_full_race_are_a_small_answer():
    setup = a_setup(road=HIGH)
    look = a_look(setup)
    drawing = BOARD.draw(
        a_view(setup, ", ".join(f"{rider} {60 + 2 * at}" for at, rider in enumerate(look.riders))),
        setup,
        look,
    )
    assert len(drawing.symbols + drawing.wide + drawing.narrow) < 60_000


@pytest.mark.parametrize(("groups", "explained"), [((1, 1, 2), True), ((1, 2, 3), False)])
def test_same_times_are_explained_below_the_arrivals_where_there_are_any(groups, explained):
    rider = ListedRider(Mark("a1", 1, "Anna", "climber", "Azure", "AZU", "#1f6fb2", "plain"))
    arrived = tuple(
        ArrivedRider(place, rider, 1, 60 * group, 60 * (group - 1), group)
        for place, group in enumerate(groups, start=1)
    )
    own = BoardLists((), StockTable((), ()), arrived, ())
    page = render_to_string("tabletop/cycling_party/screen/_arrived.html", {"own": own})
    assert ("s.t.: same time as the one above." in page) is explained
    assert page.count("s.t.") == 2 * explained
