"""Seats that play with real cards: what may be typed is what can have been drawn, no less and no
more.
"""

import random
from collections import Counter
from itertools import combinations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import bots_by_name
from games.chance import Seeded
from games.engine import CHANCE, BadSetup, Illegal, NotAsked
from games.flamme_rouge import real
from games.flamme_rouge.cards import CODES, X, deck, size, text
from games.flamme_rouge.real import (
    bounds_after_hand,
    bounds_after_loss,
    bounds_of_full_pile,
    may_be_held,
)
from games.notation import AnswerText, draw_or_action
from games.replay import Recording, play
from tests.games.flamme_rouge.race import GAME, SETUPS, events, on_road, started

FOUR = {"redS": "9.0", "redR": "8.0", "blueS": "7.0", "blueR": "6.0"}
TABLE = msgspec.structs.replace(SETUPS["mixed"], real=())


def mixed(**given):
    return on_road(FOUR, real=("red",), **given)


class Worlds:
    """Every way in which a deck may lie, by trying all hands."""

    def __init__(self, cards):
        self.all = {(tuple(sorted(cards)), ())}

    def hands(self):
        """Pile, hand and recycled cards after every draw (FR-025 ... FR-027)."""
        for pile, under in self.all:
            if len(pile) >= 4:
                for hand in set(combinations(pile, 4)):
                    yield without(pile, hand), hand, under
            else:
                for more in set(combinations(under, min(4 - len(pile), len(under)))):
                    yield without(under, more), tuple(sorted(pile + more)), ()

    def held(self):
        return {card for _, hand, _ in self.hands() for card in hand}

    def lay(self, card):
        self.all = {
            (pile, joined(under, without(hand, (card,))))
            for pile, hand, under in self.hands()
            if card in hand
        }

    def recycle(self):
        self.all = {(pile, joined(under, hand)) for pile, hand, under in self.hands()}

    def lose_and_lay(self, card=None):
        """An exhaustion card out, another in; then the card is laid, where one is named. Gives what
        may be laid.
        """
        found, held = set(), set()
        for pile, hand, under in self.hands():
            if X not in hand:
                continue
            left = without(hand, (X,))
            pile, under = (pile, under) if pile else (under, ())
            for one in set(pile) or {None}:
                now = joined(left, (one,)) if one else left
                held |= set(now)
                if card in now:
                    found.add(
                        (
                            without(pile, (one,)) if one else pile,
                            joined(under, without(now, (card,))),
                        )
                    )
        self.all = found or self.all
        return held

    def tire(self):
        self.all = {(pile, joined(under, (X,))) for pile, under in self.all}


def without(row, gone):
    return tuple(sorted((Counter(row) - Counter(gone)).elements()))


def joined(*rows):
    return tuple(sorted(card for row in rows for card in row))


@pytest.mark.rule("FR-025", "FR-026", "FR-027", "FR-030", "FR-080")
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from((2, 5, 9, X)), min_size=3, max_size=9),
    st.randoms(use_true_random=False),
)
def test_what_may_be_typed_is_what_any_way_of_shuffling_could_have_given(cards, chosen):
    worlds, own = Worlds(cards), deck("".join("x" if card == X else str(card) for card in cards))
    known = bounds_of_full_pile(own)
    for _ in range(8):
        held = may_be_held(own, known)
        assert set(held) == worlds.held()
        if not held:
            break
        act = chosen.choice(("lay", "lay", "lay", "recycle", "lose"))
        if act == "recycle":
            worlds.recycle()
            known = bounds_after_hand(own, known)
        elif act == "lose" and X in held:
            own, known = own - deck("x"), bounds_after_loss(own, known)
            assert set(may_be_held(own, known)) == worlds.lose_and_lay()
            if not own:
                break
            card = chosen.choice(may_be_held(own, known))
            worlds.lose_and_lay(card)
            own, known = own - deck(marked(card)), bounds_after_hand(own, known, card)
        else:
            card = chosen.choice(held)
            worlds.lay(card)
            own, known = own - deck(marked(card)), bounds_after_hand(own, known, card)
        if chosen.random() < 0.5:
            worlds.tire()
            own += deck("x")
        assert {len(pile) for pile, _ in worlds.all} == {known.pile}
        tired = [pile.count(X) for pile, _ in worlds.all]
        assert (min(tired), max(tired)) == tuple(real.tighten_bounds(own, *known)[1:])


def marked(card):
    return next(mark for mark, code in CODES.items() if code == card)


def typed(recording, teams):
    """The answers of a stage that the app dealt, as its teams would have typed them with real
    cards.
    """
    seats = [recording.setup.teams.index(team) for team in teams]
    state = GAME.start(recording.setup)
    for entry in recording.entries:
        word, _, rest = entry.text.partition(" ")
        own = entry.who in seats
        if own and word == "play":
            yield AnswerText(entry.who, f"lay {'SR'[state.drawing[entry.who] & 1]} {rest}")
        elif not (own and word == "draw") and not (
            entry.who == CHANCE and word == "deal" and rest.split()[0][:-1] in teams
        ):
            yield entry
        GAME.apply(state, entry.who, draw_or_action(GAME, state, entry), tell=False)


@pytest.mark.rule("FR-024", "FR-030", "FR-P-036", "FR-T-040")
@pytest.mark.parametrize("teams", [("red",), ("blue", "green"), ("red", "blue", "green")])
@pytest.mark.parametrize("bot", ["random", "steady"])
def test_whatever_the_app_would_have_dealt_may_be_typed_and_the_stage_is_the_same(teams, bot):
    for seed in range(6):
        dealt = Recording(GAME, TABLE)
        play(
            dealt,
            {seat: bots_by_name(GAME.bots())[bot](f"{seed}/{seat}") for seat in range(3)},
            Seeded(seed),
        )
        state = GAME.start(GAME.read_setup({**GAME.write_setup(TABLE), "real": list(teams)}))
        for entry in typed(dealt, teams):
            GAME.apply(state, entry.who, draw_or_action(GAME, state, entry))
        assert GAME.outcome(state) == GAME.outcome(dealt.state)


@pytest.mark.rule("FR-022", "FR-080", "FR-029")
def test_exhaustion_that_was_just_taken_cannot_be_drawn_before_the_pile_runs_out():
    race = mixed().say("red lay S 5", "red lay R 3").play("blue", "S", "2345>2", "3456>3")
    assert race.state.taken[:2] == [1, 1]
    assert "lay S x" not in race.legal("red")
    with pytest.raises(
        Illegal, match="Red Sprinteur cannot have drawn exhaustion: it lies recycled"
    ):
        race.say("red lay S x")
    race.finished_round().finished_round()
    assert race.state.known[0].pile == 3
    assert "lay S x" in race.legal("red")


@pytest.mark.rule("FR-024", "FR-031")
def test_what_was_played_three_times_is_gone():
    race = mixed()
    for _ in range(3):
        race.say("red lay S 9", "red lay R 7").finished_round()
    with pytest.raises(Illegal, match="Red Sprinteur has no 9 any more"):
        race.say("red lay S 9")
    assert {"lay S 5", "lay R 6"} <= set(race.legal("red"))


@pytest.mark.rule("FR-046", "FR-113")
def test_one_answer_names_rider_and_card_and_the_other_seats_see_that_he_has_chosen():
    race = mixed()
    assert race.asked == ["red", "blue"]
    assert race.legal("red") == [
        *(f"lay S {card}" for card in (2, 3, 4, 5, 9)),
        *(f"lay R {card}" for card in (3, 4, 5, 6, 7)),
    ]
    race.say("red lay R 6")
    assert [event.seat for event in events(race, "chosen")] == [0]
    own, others = (GAME.view(race.state, seat)["cards"]["redR"] for seat in (0, 1))
    assert (own["chosen"], others["has_chosen"], others["pile_size"], others["recycled_size"]) == (
        "6",
        True,
        11,
        3,
    )
    assert not {"chosen", "hand", "pile", "recycled"} & set(others)
    assert not {"hand", "pile", "recycled"} & set(own)
    assert others["remaining"] == "333444555666777"
    assert race.legal("red") == [f"lay S {card}" for card in (2, 3, 4, 5, 9)]
    race.say("red lay S 9")
    with pytest.raises(NotAsked):
        race.say("red lay S 9")
    assert GAME.view(race.state, 1)["real"] == ["red"]


@pytest.mark.rule("FR-111", "FR-115")
def test_another_card_may_lie_there_for_all_that_others_know():
    race = mixed().say("red lay R 6")
    seen = {real_card(race.state, seed) for seed in range(60)}
    assert seen == {3, 4, 5, 6, 7}
    assert GAME.resample_hidden(race.state, 0, random.Random(1).random).chosen[1] == 6


def real_card(state, seed):
    other = GAME.resample_hidden(state, 1, random.Random(seed).random)
    assert size(other.pile[1]) == 14
    assert text(other.pile[1] + deck(str(other.chosen[1]))) == "333444555666777"
    return other.chosen[1]


@pytest.mark.rule("FR-028", "FR-050")
def test_a_rider_without_cards_plays_a_2_and_a_seat_whose_riders_have_none_is_not_asked():
    race = on_road(FOUR, real=("red",), begun=False).pile("redS", "").pile("redR", "")
    real.begin(race.state)
    race.begin()
    assert race.asked == ["blue"]
    race.play("blue", "S", "2345>2", "3456>3")
    assert [event.rule for event in events(race, "revealed")][:2] == ["FR-028", "FR-028"]


@pytest.mark.rule("FR-P-036", "FR-P-042", "FR-P-045", "FR-P-046")
def test_bids_of_real_cards_are_typed_and_come_back_to_who_lost():
    race = started(
        "red blue", "peloton-7", breakaway=True, real=("red", "blue"), handicap=(1, 0), first="red"
    )
    race.say(
        "red place S 4",
        "red place R 3",
        "blue place S 4",
        "blue place R 3",
        "red bidwith S",
        "blue bidwith R",
    )
    assert race.asked == ["red", "blue"]
    assert race.legal("red") == [f"bid {card}" for card in (2, 3, 4, 5, 9, "x")]
    race.say("red bid 9")
    assert GAME.view(race.state, 1)["bidders"] == {"redS": [], "blueR": []}
    race.say("blue bid 7", "red bid 9", "blue bid 7")
    assert race.places["redS"] == "9.0"
    assert text(race.state.pile[0]) == "2223334445559" + "xxx"
    assert text(race.state.pile[3]) == "333444555666777"
    assert race.state.known[0] == (16, 3, 3)
    assert "lay S x" in race.legal("red")


@pytest.mark.rule("FR-P-076")
def test_alone_with_real_cards_the_split_is_shuffled_in():
    race = started("red", "peloton-7", real=("red",), peloton="black", muscle=("white",), solo=3)
    race.say("red place R 2", "red place S 1", "red split 2 1")
    assert [row[1:] for row in race.state.known] == [(2, 2), (1, 1)]
    assert {"lay S x", "lay R x"} <= set(race.legal("red"))


@pytest.mark.rule("FR-T-040", "FR-T-041")
def test_traits_of_who_plays_with_real_cards():
    race = on_road(FOUR, real=("red", "blue"), begun=False)
    race.state.trait = (1, 0, 2, 0)  # Professor, Tashkent Terror
    race.pile("blueS", "2345x")
    real.begin(race.state)
    race.begin()
    assert race.legal("red")[0] == "trait professor"
    race.say("red trait professor")
    assert (race.state.known[0].pile, race.legal("red")[0]) == (11, "lay S 2")
    assert GAME.choices(race.state, 1)[0].rider == "blueS"
    race.say("blue trait tashkent")
    assert text(race.state.pile[2]) == "2345"
    assert "lay S x" not in race.legal("blue")
    race.say("red lay S 2", "red lay R 3", "blue lay S 4", "blue lay R 4")
    assert race.state.round == 2


@pytest.mark.rule("FR-023", "FR-T-031")
def test_exhaustion_left_is_counted_of_real_cards_too():
    race = started("red blue", real=("red", "blue"), kept=(2, 1, 0, 0))
    outcome = race.finished()
    played = Counter(event.riders[0] for event in events(race, "revealed") if event.figures[0] == X)
    for rider, name in enumerate(race.names):
        before = (2, 1, 0, 0)[rider]
        assert outcome.extras.left[name] == before + outcome.extras.taken[name] - played[rider]


@pytest.mark.rule("FR-102")
def test_what_is_asked_says_whose_cards_lie_on_the_table():
    race = mixed()
    assert (
        GAME.question(race.state).words
        == "Red and Blue choose the energy of their riders. Red types the cards that lie on the"
        " table."
    )
    offered = GAME.choices(race.state, 0)
    assert (offered[0].words, offered[0].short, offered[0].rider) == (
        "The Sprinteur plays 2",
        "to square 11",
        "redS",
    )
    assert offered[-1].then == "7 squares, to square 15"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"real": ["green"]}, "Real cards are played by teams"),
        ({"real": ["red", "red"]}, "each named once"),
        ({"real": ["red"], "situation": {"known": [None] * 4}}, "said of real cards"),
        (
            {"real": ["red"], "situation": {"known": [[5, 0, 0], [4, 0, 0], None, None]}},
            "cards in the pile",
        ),
        (
            {"real": ["red"], "situation": {"known": [[4, 1, 1], [4, 0, 0], None, None]}},
            "cards in the pile",
        ),
        ({"real": ["red"], "situation": {"known": [[4, 0, 0]]}}, "1 known where there are 4"),
        ({"real": ["red"], "situation": {"hands": [[0, "2345"], None]}}, "is dealt no hand"),
        ({"situation": {"known": [None, None, None, [4, 0, 0]]}}, "said of real cards"),
    ],
)
def test_what_cannot_be_said_of_real_cards_is_refused(changed, words):
    told = {
        "round": 3,
        "places": [[9, 0], [8, 0], [7, 0], [6, 0]],
        "piles": ["2345", "3456", "2345", "3456"],
        "recycled": [""] * 4,
        "taken": [0] * 4,
    }
    data = {
        **GAME.write_setup(started("red blue").state.course.setup),
        **changed,
        "situation": told | changed.get("situation", {}),
    }
    with pytest.raises(BadSetup, match=words):
        GAME.read_setup(data)


def test_a_bot_goes_on_for_somebody_who_left_his_cards_on_the_table():
    bot = bots_by_name(GAME.bots())["steady"]
    race = mixed()
    for _ in range(3):
        while race.legal("red"):
            imagined = GAME.resample_hidden(race.state, 0, random.Random(2).random)
            action, other = (
                bot("left").choose(each, 0, GAME.legal_actions(each, 0))
                for each in (race.state, imagined)
            )
            assert action == other
            race.told += GAME.apply(race.state, 0, action)
        race.finished_round()
    left = sum(size(real.cards_of(race.state, rider)) for rider in (0, 1))
    assert left == 30 - 2 * 3 + sum(race.state.taken[:2])
