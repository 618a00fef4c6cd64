"""Play a race to its end at full speed: nobody is asked, no events are made, chance is plain.

`playout` gives exactly the race that the steps give with the player `Quick` in every seat and the
chance `games.chance.PlainChance` of the same numbers. Until a round begins it takes those steps
itself; from there on the race is kept in lists of small whole numbers: each pile is a sorted row
from which one number picks a hand, each place of a rider is one number that sorts as the road does,
and the
squares that a hand is good for are computed once per course.

`Quick` answers as the bot `steady` does, except for cards. It takes the card that `steady` would
take on an empty road: within `FINALE` squares of the line the furthest, else the cheapest for the
squares it gives, and the strongest where the leading rider is far ahead. It uses no trait that
exchanges cards, and neither does `steady`.

Where seats play with real cards nobody knows how their piles lie, so all of such a race is taken in
steps.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import lru_cache

from games.chance import Draw, PlainChance
from games.engine import CHANCE, Action, Event, Seat
from games.flamme_rouge import energy, start
from games.flamme_rouge.actions import BID, KIND, LAY, PLAY, SHIFT, encode_action, type_and_card
from games.flamme_rouge.bot import (
    ANSWERS,
    BEHIND,
    EXHAUSTION,
    FINALE,
    HURRY,
    SPARE,
    second,
)
from games.flamme_rouge.cards import (
    ATTACK,
    NOWHERE,
    TABLED,
    UNIT,
    Deal,
    Split,
    X,
    list_cards,
    splits,
    take_each_choice,
)
from games.flamme_rouge.course import BEYOND, FREE, Course, reach_table
from games.flamme_rouge.numbers import ATTACK_FRONT, ATTACK_REAR, HAND, ROULEUR, SPRINTEUR
from games.flamme_rouge.road import NO_SHELTER, Road
from games.flamme_rouge.rounds import in_stock
from games.flamme_rouge.state import (
    ASKED_NOBODY,
    BIDDING,
    DEALING,
    ENERGY_PHASE,
    LOT,
    NO_ACTIONS,
    OVER,
    PLACING,
    State,
)
from games.flamme_rouge.traits import (
    CAMPIONISSIMO,
    CHRONO,
    CHRONO_WORTH,
    FASTER,
    HIGH_LIMIT,
    LIMIT,
    PIRATA,
)

Unit = Callable[[], float]
Apply = Callable[[State, Seat, Action | Draw, bool], list[Event]]
Hand = tuple[int, ...]
Offsets = tuple[int, ...]  # by card: squares that it is good for

CALM, HURRIED, LATE = range(3)  # how a seat chooses: the mood of its rider
PRICE = (1 + SPARE, 1 - HURRY, 0.0)  # by mood: what a card costs of the squares it gives


class Quick:
    """Answer for a seat at once, without a look at the others' cards (see the module)."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit  # used only to imagine hands of real cards

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        if state.phase not in (ENERGY_PHASE, BIDDING):
            return ANSWERS[state.phase](state, seat, legal)
        if seat in state.course.real:
            return self._with_real_cards(state, seat, legal)
        if state.phase == BIDDING:
            return ANSWERS[BIDDING](state, seat, legal)
        rider = state.drawing[seat]
        if rider < 0:
            return legal[SPRINTEUR]
        return encode_action(PLAY, card_of(state, rider, list_cards(state.hand[seat])))

    def _with_real_cards(self, state: State, seat: Seat, legal: Sequence[Action]) -> Action:
        """Imagine a hand of the cards that may have been drawn."""
        ways: dict[int, dict[int, Action]] = {}
        for action in legal:
            kind, payload = action & KIND, action >> SHIFT
            if kind == BID:
                ways.setdefault(state.bidders[seat], {})[payload] = action
            elif kind == LAY:
                type_, card = type_and_card(payload)
                ways.setdefault(2 * seat + type_, {})[card] = action
        rider = min(ways)
        cards = list_cards(state.pile[rider] + state.recycled[rider])
        row = tuple(card for card in cards if card in ways[rider])
        hand, _ = take_each_choice(row, min(HAND, len(row)), self.unit)
        return ways[rider][second(hand) if state.bid else card_of(state, rider, hand)]


def card_of(state: State, rider: int, hand: Hand) -> int:
    """Choose a card of a hand for a rider."""
    course = state.course
    square = state.place[rider] >> 2
    row = course.reach[state.trait[rider]][square]
    if course.finish - square <= FINALE:
        mood = LATE
    elif (max(state.place) >> 2) - square >= BEHIND:
        mood = HURRIED
    else:
        mood = CALM
    return best(tuple(goal - square for goal in row), mood, hand)


def best(offsets: Offsets, mood: int, hand: Hand) -> int:
    """Choose the card that gives most for its price; of equal ones the lower."""
    price = PRICE[mood]
    return max(
        hand,
        key=lambda card: (
            offsets[card] - price * (EXHAUSTION if card == X else card),
            -card,
        ),
    )


class Menu(dict[Hand, tuple[int, Hand]]):
    """Choices by hand, in any order: the squares that the chosen card is good for, and the other
    cards, which are recycled.
    """

    def __init__(self, offsets: Offsets, mood: int) -> None:
        super().__init__()
        self.offsets, self.mood = offsets, mood

    def __missing__(self, hand: Hand) -> tuple[int, Hand]:
        if hand:
            card = best(self.offsets, self.mood, hand)
            at = hand.index(card)
            choice = self.offsets[card], hand[:at] + hand[at + 1 :]
        else:  # a 2 from nowhere (FR-028)
            choice = self.offsets[NOWHERE], ()
        self[hand] = choice
        return choice


@lru_cache(maxsize=1 << 12)
def menu(offsets: Offsets, mood: int) -> Menu:
    return Menu(offsets, mood)


Menus = tuple[tuple[Menu, ...], tuple[Menu, ...], tuple[Offsets, ...]]


@lru_cache(maxsize=1 << 8)
def menus(terrain: str, trait: int) -> Menus:
    """Tabulate by square the choice there, the choice far behind the leading rider, and the reach
    of every card.
    """
    road = Road(terrain, ())
    reach = reach_table(
        road,
        HIGH_LIMIT if trait == PIRATA else LIMIT,
        CHRONO_WORTH if trait == CHRONO else None,
    )
    offsets = [tuple(goal - square for goal in row) for square, row in enumerate(reach)]
    late = [road.finish - square <= FINALE for square in range(len(terrain))]
    calm, hurried = (
        tuple(menu(row, LATE if near else mood) for row, near in zip(offsets, late, strict=True))
        for mood in (CALM, HURRIED)
    )
    return calm, hurried, tuple(offsets)


@lru_cache(maxsize=1 << 6)
def links(terrain: str) -> tuple[bool, ...]:
    """Tabulate by square whether a group whose head is there may close one empty square ahead of
    it.
    """
    shelters = [kind not in NO_SHELTER for kind in terrain]
    shelter_links = [one and two for one, two in zip(shelters, shelters[2:], strict=False)]
    return (*shelter_links, *(False,) * (2 + BEYOND))


# By the last two bits of a place: the bit of its lane on the road. Lane 0 has the greatest.
LANES = (1, 2, 4, 8)
FIRST_LANE, LEFTMOST = LANES[-1], len(LANES) - 1


@lru_cache(maxsize=1 << 6)
def lanes_to_take(lanes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Tabulate by square and its taken lanes, as bits, the bit of the lane to take, 0 for none."""
    taken_by = [tuple(LANES[slot] if slot else 0 for slot in row) for row in FREE]
    return tuple(taken_by[count] for count in lanes)


# By the cards wanted and the cards there are: every way to take them, made when first needed.
WAYS: list[list[list[Split]]] = [[[] for _ in range(TABLED + 1)] for _ in range(HAND + 1)]
HANDS = WAYS[HAND]


def ways_to_take(count: int, cards: int) -> list[Split]:
    WAYS[count][cards] = ways = splits(cards, count)
    return ways


def playout(state: State, unit: Unit, apply: Apply) -> None:
    """Play the race of a state to its end, in place. `apply` is the engine's: it takes the steps
    until a round begins.
    """
    if state.phase in (LOT, PLACING) and not state.course.setup.crowd:
        _place_all(state, unit)
    quick, chance = Quick(unit), PlainChance(unit)
    while state.phase != OVER and not _round_begins(state):
        if drawing := state.asked.throw:
            apply(state, CHANCE, chance.draw(drawing), False)
        else:
            seat = state.asked.seats[0]
            apply(state, seat, quick.choose(state, seat, state.legal[seat]), False)
    if state.phase != OVER:
        Race(state).run(unit)


def _place_all(state: State, unit: Unit) -> None:
    """Place everybody as `steady` does (FR-141)."""
    course, place, road = state.course, state.place, state.road
    if state.phase == LOT:
        first = int(unit() * course.seats)
        for team in range(course.seats, len(course.teams)):
            start.place_dummies(state, team)
        state.starting = tuple((first + seat) % course.seats for seat in range(course.seats))
    entered = []
    for seat in state.starting:
        state.legal[seat] = NO_ACTIONS
        front = 0
        for rider in (2 * seat + ROULEUR, 2 * seat + SPRINTEUR):
            if not place[rider]:
                square = _start_square(course, road, front)
                slot = course.free[square][road[square]]
                road[square] |= 1 << slot
                place[rider] = square << 2 | slot
                entered.append(rider)
            front = place[rider] >> 2
    state.riders += tuple(entered)
    state.starting, state.owing = (), 0
    start.split(state)


def _start_square(course: Course, road: list[int], front: int) -> int:
    """Find the foremost start square with a free lane, behind the team mate where there is one."""
    foremost = -1
    for square in course.starts:
        if course.free[square][road[square]]:
            if not front or square < front:
                return square
            if foremost < 0:
                foremost = square
    return foremost


def _round_begins(state: State) -> bool:
    """Tell whether nobody has done anything in this round, every hand is the app's to deal, and
    nobody may ride one further.
    """
    if state.phase not in (ENERGY_PHASE, DEALING) or state.bid or state.course.real:
        return False
    if any(state.trait[rider] in FASTER and not state.used >> rider & 1 for rider in state.riders):
        return False
    if any(state.hand) or any(card > NOWHERE for card in state.chosen):
        return False
    _, _, alone = energy.beginning(state.riders, state.course.seats)
    waiting = state.dealing
    if isinstance(state.asked.throw, Deal):
        waiting |= 1 << state.asked.throw.rider
    elif any(rider >= 0 for rider in state.drawing):
        return False
    return waiting == sum(
        1 << rider for rider in alone if state.pile[rider] or state.recycled[rider]
    )


class Race:
    """A race at the beginning of a round, in lists of small whole numbers."""

    __slots__ = (
        "calm",
        "course",
        "dealt",
        "dummies",
        "free",
        "goal",
        "hurried",
        "linked",
        "offsets",
        "order",
        "piles",
        "recycled",
        "refusing",
        "road",
        "spot",
        "state",
        "taken",
    )

    def __init__(self, state: State) -> None:
        course = state.course
        terrain = course.road.terrain
        self.state, self.course = state, course
        self.linked = links(terrain)
        self.free = lanes_to_take(course.road.lanes)
        own = [menus(terrain, trait) for trait in state.trait]
        self.calm = [each[0] for each in own]
        self.hurried = [each[1] for each in own]
        self.offsets = [each[2] for each in own]
        self.piles = [list_cards(pile) for pile in state.pile]
        self.recycled = [list(list_cards(cards)) for cards in state.recycled]
        self.taken = state.taken
        self.road = state.road
        # riders on the road, the last one first: square · 512 + bit of the lane · 32 + rider
        self.order = sorted(
            [
                state.place[rider] >> 2 << 9 | LANES[state.place[rider] & 3] << 5 | rider
                for rider in state.riders
            ]
        )
        self.spot = [at >> 2 for at in state.place]  # by rider: the square
        self.goal = [0] * len(course.names)  # by rider: where the card of the round takes them
        self.refusing = CAMPIONISSIMO in state.trait
        self.sort_riders()

    def run(self, unit: Unit) -> None:
        """Ride round after round until the race is over."""
        state, course = self.state, self.course
        stops_first = course.setup.options.stop == "first"
        lines, finish = course.lines, course.finish << 9
        count, line = len(lines), state.line
        next_line = lines[line].square << 9 if line < count else finish << 1
        while True:
            self.energy(unit)
            if self.dummies:
                self.flip(unit)
            order = self.ride()
            if order[-1] >= next_line:
                line = self.pass_lines(line)
                next_line = lines[line].square << 9 if line < count else finish << 1
            self.tire()
            if order[-1] >= finish:
                self.arrive()
                if not order or stops_first:
                    break
            state.round += 1
        self.finish(line)

    def sort_riders(self) -> None:
        """Find who is dealt a hand, in the order of the steps, and whose cards are turned up."""
        on_road = sorted(code & 31 for code in self.order)
        humans = self.course.humans
        both = set(on_road)
        alone = [rider for rider in on_road if rider < humans and rider ^ 1 not in both]
        self.dealt = alone + [rider for rider in on_road if rider < humans and rider ^ 1 in both]
        self.dummies = [rider for rider in on_road if rider >= humans]

    def energy(self, unit: Unit) -> None:
        """Deal every rider a hand and choose a card of it."""
        piles, recycled, spot, goal = self.piles, self.recycled, self.spot, self.goal
        calm, hurried, hands = self.calm, self.hurried, HANDS
        far_behind = (self.order[-1] >> 9) - BEHIND
        for rider in self.dealt:
            pile = piles[rider]
            square = spot[rider]
            if HAND <= len(pile) <= TABLED:
                ways = hands[len(pile)] or ways_to_take(HAND, len(pile))
                take, leave = ways[int(unit() * len(ways))]
                hand = take(pile)
                piles[rider] = leave(pile)
            else:
                rest = recycled[rider]
                count = HAND - len(pile)
                if 0 < count < len(rest) <= TABLED:
                    rest.sort()
                    row = tuple(rest)
                    rest.clear()
                    ways = WAYS[count][len(row)] or ways_to_take(count, len(row))
                    take, leave = ways[int(unit() * len(ways))]
                    hand = pile + take(row)
                    piles[rider] = leave(row)
                else:
                    hand = self.deal(rider, pile, unit)
            ahead, others = (hurried if square <= far_behind else calm)[rider][square][hand]
            goal[rider] = square + ahead
            recycled[rider] += others

    def deal(self, rider: int, pile: Hand, unit: Unit) -> Hand:
        """Deal a hand for which the pile runs out, or of a pile too large for a table."""
        if len(pile) > TABLED:
            hand, self.piles[rider] = take_each_choice(pile, HAND, unit)
            return hand
        rest = self.recycled[rider]
        more, self.piles[rider] = take_each_choice(
            tuple(sorted(rest)), min(HAND - len(pile), len(rest)), unit
        )
        rest.clear()
        return pile + more

    def flip(self, unit: Unit) -> None:
        """Turn up a card for each rider of a dummy team; the Peloton Team has one for both."""
        peloton = self.course.peloton
        pair = [rider for rider in self.dummies if rider // 2 == peloton]
        for rider in (*pair[:1], *(rider for rider in self.dummies if rider not in pair)):
            mates = [rider]
            deck = rider
            if pair and rider == pair[0]:
                deck = rider & ~1
                mates = [each & 31 for each in reversed(self.order) if each & 31 in pair]
            pile = self.piles[deck]
            card = NOWHERE
            if pile:
                (card,), self.piles[deck] = take_each_choice(pile, 1, unit)
            for place, each in enumerate(mates):
                value = card
                if card == ATTACK:
                    value = ATTACK_REAR if place or len(mates) == 1 else ATTACK_FRONT
                square = self.spot[each]
                self.goal[each] = square + self.offsets[each][square][value]

    def ride(self) -> list[int]:
        """Move everybody by their cards, the leading rider first, then close gaps; return the
        riders in their new order, the last one first.
        """
        road, goal, free = self.road, self.goal, self.free
        order: list[int] = []
        append = order.append
        for code in reversed(self.order):
            square = goal[code & 31]
            before = code >> 9
            while square > before:
                lane = free[square][road[square]]
                if lane:
                    road[before] ^= code >> 5 & 15
                    road[square] |= lane
                    append(square << 9 | lane << 5 | code & 31)
                    break
                square -= 1
            else:
                append(code)
        order.sort()
        self.order = order
        links = self.linked
        head = order[0] >> 9
        for at, code in enumerate(order):
            square = code >> 9
            if square - head == 2 and links[head] and not (self.refusing and self.refused(at)):
                self.draw_up(at - 1)
            head = square
        return order

    def draw_up(self, last: int) -> None:
        """Move a group one square, from its head, square by square (FR-076)."""
        order, road = self.order, self.road
        shelters, lanes = self.course.shelters, self.course.lanes
        square = order[last] >> 9
        while shelters[square] and not road[square + 1]:
            to = square + 1
            room, lane = lanes[to], FIRST_LANE
            road[square] = 0
            while last >= 0 and order[last] >> 9 == square:
                order[last] = to << 9 | lane << 5 | order[last] & 31
                road[to] |= lane
                lane >>= 1
                last -= 1
                room -= 1
                if not room:  # the others fill the lanes of their own square
                    lane, to = FIRST_LANE, square
            square -= 1
            if last < 0 or order[last] >> 9 != square:
                break

    def refused(self, at: int) -> bool:
        """Tell whether the group ahead shelters only its own team (FR-T-041)."""
        order, first = self.order, self.order[at] & 31
        square, head = order[at] >> 9, order[at - 1] >> 9
        if self.state.trait[first] != CAMPIONISSIMO:
            return False
        if sum(code >> 9 == square for code in order) > 1:
            return False
        return any((code & 31) // 2 != first // 2 for code in order if code >> 9 == head)

    def pass_lines(self, line: int) -> int:
        """Note who has passed a line and had not before (FR-131); return the first line that
        somebody has not passed.
        """
        order, lines, state = self.order, self.course.lines, self.state
        past = len(state.arrived)
        for index in range(line, len(lines)):
            square = lines[index].square << 9
            if order[-1] < square:
                break
            now = order[bisect_left(order, square) :]
            before = state.passed[index]
            if past + len(now) > len(before):
                newcomers = tuple(code & 31 for code in reversed(now) if code & 31 not in before)
                state.passed = (
                    *state.passed[:index],
                    before + newcomers,
                    *state.passed[index + 1 :],
                )
        while line < len(lines) and order[0] >= lines[line].square << 9:
            line += 1
        return line

    def tire(self) -> None:
        """Give an exhaustion card to everybody with an empty square in front (FR-080)."""
        road, spot, recycled, tired = self.road, self.spot, self.recycled, self.taken
        finish, humans, stock = self.course.finish, self.course.humans, self.state.stock
        for code in reversed(self.order):
            square = code >> 9
            rider = code & 31
            spot[rider] = square
            if (
                not road[square + 1]
                and square < finish
                and rider < humans
                and (not stock or in_stock(self.state, rider))
            ):
                recycled[rider].append(X)
                tired[rider] += 1

    def arrive(self) -> None:
        """Take everybody who is past the line from the road (FR-091)."""
        state, order, finish = self.state, self.order, self.course.finish
        now = []
        while order and order[-1] >> 9 >= finish:
            code = order.pop()
            square, lane, rider = code >> 9, code >> 5 & 15, code & 31
            self.road[square] ^= lane
            self.spot[rider] = 0
            now.append(
                (
                    rider,
                    state.round,
                    square - finish + 1,
                    LEFTMOST - LANES.index(lane),
                )
            )
        state.arrived += tuple(now)
        self.sort_riders()

    def finish(self, line: int) -> None:
        """Write the race into its state, which is over."""
        state = self.state
        state.place[:] = state.course.nobody
        for code in self.order:
            state.place[code & 31] = code >> 9 << 2 | LANES.index(code >> 5 & 15)
        state.riders = tuple(rider for rider in state.riders if state.place[rider])
        state.pile[:] = [sum(map(UNIT.__getitem__, cards)) for cards in self.piles]
        state.recycled[:] = [sum(map(UNIT.__getitem__, cards)) for cards in self.recycled]
        state.line = line
        state.chosen[:] = state.course.nobody
        state.drawing[:] = [-1] * len(state.drawing)
        state.legal[:] = [NO_ACTIONS] * len(state.legal)
        state.dealing = state.owing = 0
        state.phase, state.asked = OVER, ASKED_NOBODY
