"""The board of Flamme Rouge: all stand once on their lanes, nobody on anybody, the last round is
told, and no card of others is seen.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games import game
from games.bots import Random
from games.chance import Seeded
from games.engine import CHANCE
from games.flamme_rouge.course import course
from games.flamme_rouge.numbers import COLOURS
from games.flamme_rouge.stages import ready_stages
from tourmanager.play.boards.drawing import ZOOMS
from tourmanager.play.contract import screen_of
from tourmanager.play.log.position import Position
from tourmanager.play.log.reading import titles_of
from tourmanager.play.log.steps import Said
from tourmanager.tabletop.flamme_rouge.screen.board.board import signs_of
from tourmanager.tabletop.flamme_rouge.screen.board.last_round import last_round
from tourmanager.tabletop.flamme_rouge.screen.board.lists import groups_of
from tourmanager.tabletop.flamme_rouge.screen.single import look
from tourmanager.tabletop.flamme_rouge.tiles.plane import lay_tiles

RULES, BOARD = game("flamme_rouge"), screen_of("flamme_rouge").board
SETUPS: dict[str, dict[str, Any]] = {
    "mountain": {"version": "base", "stage": {"key": "la-haute-montagne"}, "teams": COLOURS[:4]},
    "cobbles": {
        "version": "peloton",
        "stage": {"key": "peloton-9"},
        "teams": COLOURS[:3],
        "peloton": "white",
        "muscle": ("pink",),
    },
    "supply": {
        "version": "peloton",
        "stage": {"key": "peloton-7"},
        "teams": COLOURS[:6],
        "breakaway": True,
    },
    "crowd": {"version": "peloton", "stage": {"key": "peloton-11"}, "teams": COLOURS[:12]},
    "traits": {
        "version": "peloton",
        "stage": {"key": "firenze-milano"},
        "teams": COLOURS[:2],
        "options": {"traits": True},
    },
}


def look_of(setup: dict[str, Any]):
    return look(
        [
            *setup["teams"],
            *([setup["peloton"]] if "peloton" in setup else []),
            *setup.get("muscle", ()),
        ],
        len(setup["teams"]) > 6,
    )


def begun(setup: dict[str, Any]) -> Position:
    given = RULES.read_setup(setup)
    state = RULES.start(given)
    return Position(
        RULES, titles_of(look_of(setup)), given, state, RULES.rider_names(state), [], []
    )


def stage(setup: dict[str, Any], seed: str) -> Iterator[Position]:
    """A stage ridden by bots: how it stands after each step."""
    where, chance = begun(setup), Seeded(seed)
    bots = [Random(f"{seed}/{seat}") for seat in range(len(setup["teams"]))]
    seq = 0
    yield where
    while not where.over:
        seq += 1
        pending = RULES.pending(where.state)
        if pending.throw is not None:
            draw = chance.draw(pending.throw)
            where.take(Said(seq, CHANCE, ""), draw)
        else:
            seat = pending.seats[0]
            action = bots[seat].choose(where.state, seat, RULES.legal_actions(where.state, seat))
            where.take(Said(seq, seat, ""), action)
        yield where


@cache
def ridden(name: str, seed: str = "a", rounds: int = 6) -> Position:
    """That stage when so many rounds are over."""
    where = begun(SETUPS[name])
    for where in stage(SETUPS[name], seed):
        if where.turn > rounds:
            break
    return where


def drawn(
    name: str,
    where: Position,
    mine: list[str] | None = None,
    zoom: str = "race",
    seat: int | None = None,
):
    setup = SETUPS[name]
    return BOARD.draw(
        RULES.view(where.state, seat),
        RULES.write_setup(where.setup),
        look_of(setup),
        mine or [],
        zoom,
        where.lines,
    )


def jerseys(svg: str):
    """Rider, square, lane, and the box of his jersey."""
    for group in ElementTree.fromstring(svg).iter("g"):
        if rider := group.get("data-rider"):
            use = group.find("use")
            box = [float(use.get(name)) for name in ("x", "y", "width", "height")]
            yield rider, (int(group.get("data-at")), int(group.get("data-lane"))), box


def on_each_other(one: list[float], other: list[float]) -> bool:
    return (
        abs(one[0] - other[0]) < (one[2] + other[2]) / 2 - 0.3
        and abs(one[1] - other[1]) < (one[3] + other[3]) / 2 - 0.3
    )


@pytest.mark.rule("FR-014")
@settings(max_examples=25)
@given(
    st.sampled_from(sorted(SETUPS)),
    st.integers(0, 4),
    st.integers(0, 14),
    st.sampled_from(sorted(ZOOMS)),
)
def test_everybody_is_drawn_once_on_his_lane_and_nobody_on_anybody(
    name: str, seed: int, rounds: int, zoom: str
):
    where = ridden(name, f"seed {seed}", rounds)
    drawing, places = drawn(name, where, zoom=zoom), RULES.view(where.state, None)["places"]
    happened = last_round(where.lines)
    home = (
        {rider: place for rider, place in happened.places().items() if rider in happened.home}
        if happened
        else {}
    )
    for svg in (drawing.wide, drawing.narrow):
        shown = list(jerseys(svg))
        assert {rider: list(at) for rider, at, _ in shown} == places | {
            rider: list(at) for rider, at in home.items()
        }
        assert len(shown) == len(places) + len(home)
        for (one, _, box), (other, _, other_box) in combinations(shown, 2):
            assert not on_each_other(box, other_box), (one, other)
        width = float(ElementTree.fromstring(svg).get("viewBox").split()[2])
        assert all(box[0] >= 0 and box[0] + box[2] <= width for _, _, box in shown)


@given(st.sampled_from(sorted(ready_stages())), st.data())
@settings(max_examples=40)
def test_any_places_on_any_road_are_apart(key: str, data: st.DataObject):
    """However riders stand: two by two and three by three, on every tile."""
    setup = {"version": "peloton", "stage": {"key": key}, "teams": COLOURS[:4]}
    where = begun(setup)
    road = lay_tiles(tuple(RULES.view(where.state, None)["tiles"].split()))
    first = data.draw(st.integers(0, len(road) - 6))
    free = [
        (square.number, lane) for square in road[first : first + 6] for lane in range(square.lanes)
    ]
    names = [rider for rider in RULES.rider_names(where.state) if rider]
    places = dict(zip(names, map(list, free), strict=False))
    squares = {rider: place[0] for rider, place in places.items()}
    view = dict(RULES.view(where.state, None)) | {"places": places, "squares": squares}
    drawing = BOARD.draw(view, RULES.write_setup(where.setup), look_of(setup))
    for svg in (drawing.wide, drawing.narrow):
        shown = list(jerseys(svg))
        assert {rider: list(at) for rider, at, _ in shown} == places
        assert not [1 for one, other in combinations(shown, 2) if on_each_other(one[2], other[2])]


@pytest.mark.rule("FR-110", "FR-111", "FR-112", "FR-113", "FR-114", "FR-115")
@pytest.mark.parametrize("name", sorted(SETUPS))
@pytest.mark.parametrize("seat", [None, 0])
def test_nothing_on_the_page_changes_with_the_cards_of_others(name: str, seat: int | None):
    """At every step of some rounds: with all hidden cards dealt anew whoever looks sees the
    same.
    """
    setup, look_on = SETUPS[name], look_of(SETUPS[name])
    mine = look_on.riders_of(setup["teams"][:1]) if seat == 0 else []
    for number, where in enumerate(stage(setup, "leaks")):
        if number % 7 or where.turn > 5:
            continue
        other = RULES.resample_hidden(where.state, seat, unit=Mixed(number))
        pages = []
        for state in (where.state, other):
            view = RULES.view(state, seat)
            drawing = BOARD.draw(
                view, RULES.write_setup(where.setup), look_on, mine, "race", where.lines
            )
            options = [Option(choice) for choice in RULES.choices(state, 0)] if seat == 0 else []
            parts = {"drawing": drawing, "answers": BOARD.answers(view, look_on, options)}
            pieces = (
                drawing.pieces.lists,
                drawing.pieces.beside,
                *([drawing.pieces.answers] if options else []),
            )
            pages.append(
                drawing.wide
                + drawing.narrow
                + "".join(render_to_string(piece, parts) for piece in pieces)
            )
        assert pages[0] == pages[1]


class Option:
    def __init__(self, choice: Any) -> None:
        self.choice, self.key = choice, ""


class Mixed:
    """Numbers that mix cards, the same each time."""

    def __init__(self, seed: int) -> None:
        self.at = seed

    def __call__(self) -> float:
        self.at = (self.at * 7919 + 104729) % 99991
        return self.at / 99991


@pytest.mark.rule("FR-106")
@pytest.mark.parametrize("name", ["mountain", "cobbles", "crowd"])
def test_the_last_round_leads_from_where_riders_stood_to_where_they_stand(name: str):
    before: dict[str, tuple[int, int]] = {}
    for where in stage(SETUPS[name], "rounds"):
        now = {
            rider: tuple(place) for rider, place in RULES.view(where.state, None)["places"].items()
        }
        happened = last_round(where.lines)
        if happened and now != before:
            assert {move.rider: move.start for move in happened.moves}.items() <= before.items()
            # who stays behind in slipstream may still close to the right (FR-P-022)
            ends = before | happened.places()
            assert {rider: at[0] for rider, at in ends.items() if rider not in happened.home} == {
                rider: at[0] for rider, at in now.items()
            }
            assert set(happened.home) == set(happened.crossed)
        before = now
    assert happened
    assert where.over


@pytest.mark.rule("FR-106")
def test_each_ride_through_a_round_ends_where_the_jersey_is():
    """The way that the browser plays begins in the plane of the drawing and ends in the middle of
    the jersey.
    """
    drawing = drawn("mountain", ridden("mountain", "ways", 5))
    groups = {
        group.get("data-rider"): group
        for group in ElementTree.fromstring(drawing.wide).iter("g")
        if group.get("data-legs")
    }
    assert groups
    for rider, _, (x, y, width, height) in jerseys(drawing.wide):
        if rider in groups:
            last = groups[rider].get("data-legs").split("|")[-1].split()[-1].split(",")
            assert [float(each) for each in last] == pytest.approx(
                [x + width / 2, y + height / 2], abs=0.3
            )


@pytest.mark.rule("FR-071", "FR-072", "FR-080")
def test_groups_say_their_gaps_and_who_rides_in_the_wind():
    setup = SETUPS["mountain"]
    laid_out, look_on = course(RULES.read_setup(setup)), look_of(setup)
    groups = groups_of(
        {"redS": 20, "redR": 20, "blueS": 19, "blueR": 17, "greenS": 12},
        laid_out,
        look_on,
        ["redS"],
    )
    assert [(group.name, group.squares, group.ahead, group.leader) for group in groups] == [
        ("Leaders", (20, 19), None, None),
        ("Group 2", (17,), 1, 3),
        ("Group 3", (12,), 4, 8),
    ]
    assert [rider.mark.code for rider in groups[0].windy] == ["redS", "redR"]
    assert groups[1].draft == "one empty square: slipstream would close it"
    climbing = groups_of({"redS": 40, "blueS": 38}, laid_out, look_on, [])
    assert climbing[1].draft == "one empty square, but no slipstream there"


@pytest.mark.rule("FR-132", "FR-133")
def test_lines_stand_on_the_road_with_their_words():
    signs = signs_of(course(RULES.read_setup(SETUPS["mountain"])))
    assert [(sign.square, sign.words) for sign in signs] == [
        (5, "Start"),
        (34, "Sprint"),
        (43, "Summit, 2nd"),
        (74, "Finish, HC"),
    ]


@pytest.mark.parametrize(
    "name", ["<evil onload=evil()>", "\"><evil x='", "</svg></title><script>evil()</script>"]
)
def test_names_are_words(name: str):
    where = ridden("mountain")
    setup = RULES.write_setup(where.setup)
    named_so = look_of(SETUPS["mountain"])
    marks = {code: replace(mark, name=name) for code, mark in named_so.riders.items()}
    drawing = BOARD.draw(
        RULES.view(where.state, 0), setup, replace(named_so, riders=marks), [], "race", where.lines
    )
    html = render_to_string("play/_board.html", {"drawing": drawing}) + render_to_string(
        drawing.pieces.lists, {"drawing": drawing}
    )
    assert "<evil" not in html
    assert "<script" not in html
    assert "style=" not in html


def test_a_full_race_is_a_small_answer():
    drawing = drawn("crowd", ridden("crowd"))
    assert len(drawing.symbols + drawing.wide + drawing.narrow + drawing.overview) < 60_000


def reached(setup: dict[str, Any], phase: str, seed: str = "phases") -> Position:
    """Where something of that kind is asked for the first time."""
    return next(
        where for where in stage(setup, seed) if RULES.view(where.state, None)["phase"] == phase
    )


def offered(where: Position, setup: dict[str, Any], seat: int = 0):
    options = [Option(choice) for choice in RULES.choices(where.state, seat)]
    return BOARD.answers(RULES.view(where.state, seat), look_of(setup), options)


@pytest.mark.rule("FR-104", "FR-046")
def test_the_cards_of_a_hand_are_buttons_with_what_they_are_good_for():
    setup = SETUPS["mountain"]
    where = next(
        where
        for where in stage(setup, "hand")
        if RULES.view(where.state, 0)["cards"]["redS"].get("hand")
    )
    asked, hand = offered(where, setup), RULES.view(where.state, 0)["cards"]["redS"]["hand"]
    assert asked.kind == "cards"
    assert asked.rider.code == "redS"
    assert sum(card.count for card in asked.cards) == len(hand) == 4
    assert all(card.answer.short.startswith("to square") for card in asked.cards)


@pytest.mark.rule("FR-037", "FR-P-035", "FR-P-082", "FR-T-040")
@pytest.mark.parametrize(
    ("name", "phase", "kind", "lines"),
    [
        ("mountain", "placing", "squares", 2),
        ("crowd", "picking", "squares", 2),
        ("supply", "bidder", "riders", 2),
        ("traits", "keeping", "traits", 2),
    ],
)
def test_what_is_asked_is_arranged_as_it_lies_on_the_table(
    name: str, phase: str, kind: str, lines: int
):
    setup = SETUPS[name]
    where = reached(setup, phase)
    asked = offered(where, setup, where.waits_for()[0])
    assert (asked.kind, len(asked.lines)) == (kind, lines)
    texts = [answer.text for line in asked.lines for _, answer in line.answers]
    legal = RULES.legal_actions(where.state, where.waits_for()[0])
    assert sorted(texts) == sorted(RULES.write(where.state, 0, action) for action in legal)


@pytest.mark.rule("FR-P-034", "FR-P-036", "FR-P-038")
def test_bids_are_added_up_and_who_leads_is_named():
    setup = SETUPS["supply"]
    for where in stage(setup, "bids"):
        view = RULES.view(where.state, None)
        bidders = drawn("supply", where).own.bidders
        if view["bid"] == 2 and not any(
            view["cards"][each.rider.mark.code]["has_chosen"] for each in bidders
        ):
            assert [len(each.bids) for each in bidders] == [1] * 6
            assert [each.leads for each in bidders] == [
                each.total == bidders[0].total for each in bidders
            ]
        if view["round"] == 1:
            break
    assert [each.total for each in bidders] == sorted(
        (each.total for each in bidders), reverse=True
    )
    away = {each.rider.mark.code for each in bidders if each.away}
    assert {rider for rider, square in view["squares"].items() if square == 9} == away
    assert len(away) == 2
