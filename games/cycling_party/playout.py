"""Play a stage to its end at full speed: nobody is asked, no events are made, chance is plain.

Every seat decides as the bot `steady` does, answer for answer, so `playout` gives exactly the
stage that the steps give with `steady` in every seat and the chance `games.chance.PlainChance` of
the same numbers. Where every seat would pass no window is opened, what a manager chooses from dice
is looked up, and no question is formed.

The turn under way is finished in steps; whole turns follow. Rare events (special throws, bottles,
falls, lines and arrivals) are those of the engine. The state is played in place; its `situation` is
that of the last turn taken in steps.
"""

from bisect import bisect_left
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import groupby, pairwise
from operator import itemgetter

from games.chance import PAIRS, Draw, PlainChance, throw
from games.cycling_party import bottles, finish, mountain, paceline, specials
from games.cycling_party.actions import DOUBLE, MOUNTAIN_ATTACK, SHIFT, encode_share
from games.cycling_party.bot import (
    ATTACK_FROM,
    ATTACK_ROOM,
    AVERAGE_SPRINT,
    FINALE,
    FLAT,
    IN_THE_MOUNTAINS,
    LONG_CLIMB,
    ON_THE_FLAT,
    REACH,
    ROULEUR,
    SPRINTER,
    Steady,
    gain,
    worth_of_squares,
)
from games.cycling_party.course import FURTHEST, MAGIC_FIVE, MOST, NUMBERS, ON_HC, SIX_COUNTS
from games.cycling_party.groups import TEAM, first_speaker
from games.cycling_party.loop import BITS
from games.cycling_party.mountain import Moves
from games.cycling_party.moves import fall, stop
from games.cycling_party.numbers import (
    PACE,
    PELOTON,
    ROULEUR_LEAST,
    SPRINT_3D6_BEFORE,
    STRIDE,
)
from games.cycling_party.paceline import Part
from games.cycling_party.state import (
    BREAKAWAY,
    OFF,
    OVER,
    PACELINE,
    PELOTON_UNIT,
    THROW_OPENING,
    THROW_SECONDS,
    PaceCrossing,
    State,
    with_item,
)
from games.engine import CHANCE, Action, Event, Seat

Unit = Callable[[], float]
Apply = Callable[[State, Seat, Action | Draw, bool], list[Event]]
Order = tuple[int, ...]

NOTHING = tuple((0,) * seats for seats in range(len(TEAM) + 1))
HIGHEST = 10  # squares that a mountain throw gives at most
SETTLED_BY_ALL = 2  # the rules version from which all equal pace-setters go first
SEATS = tuple(rider // STRIDE for rider in range(len(BITS)))
NUMBER = tuple(rider % STRIDE for rider in range(len(BITS)))
# By seat and its riders, as bits of their numbers: these riders.
RIDERS = tuple(
    tuple(tuple(seat * STRIDE + number for number in numbers) for numbers in NUMBERS)
    for seat in range(len(TEAM))
)
THREE, FOUR = throw((6,) * 3), throw((6,) * 4)
CLIMBERS, SPRINTERS = (
    sum(bit for rider, bit in enumerate(BITS) if NUMBER[rider] == number)
    for number in (0, SPRINTER)
)


def playout(state: State, unit: Unit, apply: Apply) -> None:
    """Play the race of a state to its end, in place. `apply` is the engine's: it takes the steps
    of the turn under way.
    """
    if state.phase == THROW_OPENING:
        Race(state, unit).run_from_start()
        return
    turn = state.turn
    steady, chance = Steady(""), PlainChance(unit)
    while state.phase != OVER and state.turn == turn:
        if drawing := state.asked.throw:
            apply(state, CHANCE, chance.draw(drawing), False)
        else:
            apply(state, state.seat, steady.choose(state, state.seat, state.legal), False)
    if state.phase != OVER:
        Race(state, unit).run()


@cache
def workers(order: Order) -> tuple[tuple[int, ...], int]:
    """Tabulate by the bits of a team's riders who may throw: the lowest ranked of them, who throws
    first in a peloton; and return the bits of the riders who throw for its pace.
    """
    first = [-1, *(max(NUMBERS[mine], key=order.index) for mine in range(1, MOST + 1))]
    working = sum(bit for rider, bit in enumerate(BITS) if order.index(NUMBER[rider]) > 1)
    return tuple(first), working


@lru_cache(maxsize=64)
def attack_squares(to: tuple[tuple[int, ...], ...], until: int) -> tuple[bool, ...]:
    """Tabulate by square whether `steady` attacks from there."""
    return tuple(
        ATTACK_FROM <= square <= until
        and (row[ATTACK_ROOM] - square >= ATTACK_ROOM or square + REACH > until)
        for square, row in enumerate(to)
    )


Shares = tuple[Moves, int]  # and how the dice are given, where somebody is given a natural 6


@lru_cache(maxsize=1 << 15)
def share_dice(unit: int, plan: int, dice: Draw, facts: int, hilly: bool) -> Shares:
    """Share these dice out as `steady` does."""
    if len(dice) > 2:
        own = (plan & MOST).bit_count() + bool(plan & MOUNTAIN_ATTACK)
        dice = dice[:own] + tuple(sorted(dice[own:]))
    order = IN_THE_MOUNTAINS if hilly else ON_THE_FLAT
    legal, moves = mountain.choices(unit, plan, dice, facts)
    action = max(legal, key=lambda each: worth_of_squares(moves[each], order))
    payload = action >> SHIFT
    return moves[action], payload if mountain.natural_sixes(payload) else 0


# By the number of dice: every way in which they fall; empty where they are thrown one by one.
WAYS = tuple(throw((6,) * count).outcomes if count else () for count in range(STRIDE + 1))
# What comes of plain throws: by way, riders, facts of the square, and whether the stage is hilly.
SHARES: dict[int, Shares] = {}
MOST_SHARES = 1 << 16


def cached_share(key: int) -> Shares:
    """Share out the plain throw of a key, and keep what comes of it."""
    if len(SHARES) >= MOST_SHARES:
        SHARES.clear()
    way, unit, facts, hilly = key >> 13, key >> 7 & MOST, key >> 1 & MOST, key & 1
    SHARES[key] = found = share_dice(unit, 0, WAYS[unit.bit_count()][way], facts, bool(hilly))
    return found


@lru_cache(maxsize=1 << 16)
def join_as_steady(
    sums: tuple[int, ...], mates: tuple[bool, ...], rouleurs: tuple[int, ...], only_four: bool
) -> tuple[Part, ...]:
    """Divide a paceline into parts where rouleurs answer as `steady` does. `mates` is True for each
    rider but the last whose next rider is of the same team.
    """
    team, teams = 0, [0]
    for same in mates:
        team += not same
        teams.append(team)
    joins: tuple[int, ...] = ()
    for rouleur in rouleurs:
        answers = sorted(set(paceline.distinct_answers(sums, rouleurs, joins, only_four)))
        own = [each == teams[rouleur] for each in teams]
        rated = [(gain(sums, rouleurs, (*joins, each), own, only_four), -each) for each in answers]
        joins = (*joins, -max(rated)[1] if len(answers) > 1 else 0)
    return paceline.chains(sums, paceline.joins_of(len(sums), rouleurs, joins), only_four)


def riders_of(mask: int) -> list[int]:
    """List the riders of these bits."""
    found: list[int] = []
    for riders in RIDERS:
        found += riders[mask & MOST]
        mask >>= STRIDE
    return found


class Race:
    """A race at the beginning of a turn."""

    __slots__ = (
        "ahead",
        "attackers",
        "by_engine",
        "climb_at",
        "course",
        "empty",
        "end",
        "first_worker",
        "has_room",
        "hill",
        "hilly",
        "moved",
        "only_four",
        "open",
        "order",
        "road",
        "senior",
        "spare",
        "sprinters",
        "square",
        "state",
        "to",
        "unit",
        "working",
    )

    def __init__(self, state: State, unit: Unit) -> None:
        course = state.course
        self.state, self.course, self.unit = state, course, unit
        self.square, self.road = state.square, state.road
        self.empty = (0,) * (course.end + 1 + FURTHEST)
        self.road = list(self.empty)
        self.road[: len(state.road)] = state.road
        self.ahead = list(self.empty)
        self.moved = True  # whether anybody was moved but by their throw
        state.road = self.road
        self.end, self.to = course.end, course.to
        self.hill, self.climb_at = course.mountain, course.climb_at
        self.senior = course.senior
        self.only_four = course.options.rouleur_refusal == "only_four"
        self.hilly = course.setup.stage.type in ("medium", "high")
        self.order = IN_THE_MOUNTAINS if self.hilly else ON_THE_FLAT
        self.first_worker, self.working = workers(self.order)
        self.by_engine = not course.master or course.rules_version < SETTLED_BY_ALL
        self.open = [
            index
            for index, line in enumerate(course.lines)
            if line.km != course.setup.stage.length and len(state.ranked[index]) < line.places
        ]
        self.see_stock()
        self.has_room = attack_squares(course.to, course.attack_until)

    def run_from_start(self) -> None:
        """Throw for the opening (CP-J-017), then race."""
        state, square, to = self.state, self.square, self.to[0]
        dice = throw((6, 6) * self.course.starters.bit_count()).roll(self.unit)
        for index, rider in enumerate(self.course.riders(self.course.starters)):
            square[rider] = to[dice[2 * index] + dice[2 * index + 1]]
            if not NUMBER[rider] and self.climb_at[square[rider]]:
                stop(state, SEATS[rider], 0, square[rider])
        self.end_turn()
        self.begin_turn()
        self.run()

    def run(self) -> None:
        """Race turn after turn until the stage is over."""
        state = self.state
        while True:
            self.throw_units()
            self.end_turn()
            if state.phase == OVER:
                state.before = None
                state.road = [0] * (self.end + 1)
                return
            self.begin_turn()

    def begin_turn(self) -> None:
        """Put everybody who is to throw on the road (see `loop.begin_turn`)."""
        state, course = self.state, self.course
        state.turn += 1
        state.first = first_speaker(course, state.turn)
        state.given[:] = NOTHING[course.seats]
        state.thirsty = (1 << course.seats) - 1
        if 0 in state.bottles:
            state.thirsty = sum([1 << seat for seat, stock in enumerate(state.bottles) if stock])
        state.one_bottle = state.two_bottles = state.attacked = 0
        state.right, state.earned, state.almost = state.earned, 0, 0
        state.spent = state.line = 0
        state.chains = state.crossings = ()
        square, end = self.square, self.end
        self.road, self.ahead = self.ahead, self.road
        if self.moved or state.skip:
            self.see_road()
            self.moved = bool(state.skip)  # who loses a throw finds no next square by it
        state.road = self.road
        front = max(square)
        if front > end:
            front = max([at for at in square if at <= end])
        state.front, state.tail = front, min(square)
        state.broken = ()
        state.skip = 0

    def see_road(self) -> None:
        """Put everybody on the road by their squares, where not all have moved by their throws."""
        road, end, throwing = self.road, self.end, self.state.active & ~self.state.skip
        road[:] = self.empty
        self.ahead[:] = self.empty
        for at, bit in zip(self.square, BITS, strict=False):
            if at <= end and throwing & bit:
                road[at] |= bit

    def throw_units(self) -> None:
        """Let unit after unit throw, the front one first (CP-J-022), and the last window follow."""
        state, road, hill, square = self.state, self.road, self.hill, self.square
        ahead = self.ahead
        unit, facts_at, climb_at, end = self.unit, self.course.facts, self.climb_at, self.end
        front, tail = state.front, state.tail
        seats = self.course.orders[state.first]
        finale, has_room = end - REACH, self.has_room
        doubles, mountain_attacks = state.doubles, state.mountain_attacks
        while True:
            while front >= tail and not road[front]:
                front -= 1
            if front < tail:
                state.front = tail
                if not state.broken:
                    self.last_window(seats)
                    return
                self.throw_broken()
                front, tail = state.front, state.tail
                continue
            here = road[front]
            single = not here & (here - 1)
            if hill[front]:
                facts = facts_at[front]
                for seat in (SEATS[here.bit_length() - 1],) if single else seats:
                    bits = here & TEAM[seat]
                    if not bits:
                        continue
                    rider = bits.bit_length() - 1
                    climber = not NUMBER[rider]
                    if bits & (bits - 1) or (
                        climber and (doubles[seat] or (facts & ON_HC and mountain_attacks[seat]))
                    ):
                        self.climb(bits, front, seat)
                        continue
                    # the most common throw of all: one rider, one die, nothing to choose
                    die = int(unit() * 6) + 1
                    road[front] ^= bits
                    if die == 6 and facts & SIX_COUNTS:
                        self.win_right(rider, front)
                    elif die == 5 and climber and facts & MAGIC_FIVE:
                        die = 6
                    square[rider] = to = front + die
                    ahead[to] |= bits
                    if to > end:
                        self.cross(bits, to)
                    elif climber and climb_at[to] != climb_at[front]:
                        stop(state, seat, front, to)
                continue
            run = here
            behind = front - 1
            while behind >= tail and road[behind] and not hill[behind]:
                run |= road[behind]
                behind -= 1
            peloton = run.bit_count() >= PELOTON
            if not peloton:
                run = here
            if (
                (front >= finale and (single or run & self.sprinters))
                or run & state.right
                or (run & self.attackers and (peloton or has_room[front]))
                or (run & self.spare and not peloton)
            ) and self.window(run, seats):
                state.front = max(front, state.front)
                front, tail = state.front, state.tail
                continue
            if peloton:
                self.throw_peloton(run, front, seats)
            elif single:
                self.throw_alone(run)
            else:
                self.throw_paceline(run, front, seats)

    def see_stock(self) -> None:
        """Find, as bits, who may still attack, which sprinters have a sprint, and which have one to
        spare.
        """
        state = self.state
        self.attackers = self.sprinters = self.spare = 0
        for seat, (attacks, sprints) in enumerate(zip(state.attacks, state.sprints, strict=True)):
            if attacks:
                self.attackers |= TEAM[seat]
            if sprints:
                self.sprinters |= TEAM[seat] & SPRINTERS
            if sprints > 1:
                self.spare |= TEAM[seat] & SPRINTERS

    def cross(self, bit: int, to: int) -> None:
        """Let a rider cross the line alone."""
        state = self.state
        state.active &= ~bit
        state.crossings += (PaceCrossing(BREAKAWAY, bit, to - self.end),)

    def win_right(self, rider: int, square: int) -> None:
        """See whether a 6 from a mountain square lets a rider descend (CP-S-039)."""
        self.state.owner = SEATS[rider]
        mountain.rights(self.state, square, encode_share(NUMBER[rider], 6))

    def window(self, run: int, seats: Order) -> bool:
        """Do what the first manager wishes before this unit throws; False where all pass."""
        state, unit = self.state, self.unit
        may = run & ~state.spent
        alone = not run & (run - 1)
        for seat in (SEATS[run.bit_length() - 1],) if alone else seats:
            mine = may & TEAM[seat]
            if mine:
                descending = mine & state.right if self.senior else 0
                if descending:
                    rider = (descending & -descending).bit_length() - 1
                    specials.descend(state, rider)
                    specials.on_descent(state, THREE.roll(unit))
                    self.moved = True
                    return True
                if mine & self.sprinters and self.sprints(seat, run):
                    specials.sprint_3d6(state, STRIDE * seat + SPRINTER)
                    specials.on_sprint(state, THREE.roll(unit))
                    self.moved = True
                    if not state.sprints[seat]:
                        self.sprinters &= ~TEAM[seat]
                    if state.sprints[seat] < 2:
                        self.spare &= ~TEAM[seat]
                    return True
                if mine & self.attackers and self.attacks(seat, mine):
                    rider = state.thrower
                    specials.attack(state, rider)
                    specials.on_attack(state, FOUR.roll(unit))
                    self.moved = True
                    if not state.attacks[seat]:
                        self.attackers &= ~TEAM[seat]
                    return True
            if alone and state.thirsty >> seat & 1:
                rider = run.bit_length() - 1
                if (
                    self.square[rider] >= self.end - REACH
                    and rider == self.foremost(seat)
                    and self.may_drink(rider)
                ):
                    bottles.give(state, rider)
                    self.moved = True
                    return True
        return False

    def foremost(self, seat: int) -> int:
        """Return the first rider of a team on the road; of equals the most precious."""
        base = STRIDE * seat
        squares = self.square[base : base + STRIDE]
        first = max(squares)
        if first > self.end:
            first = max([square for square in squares if square <= self.end], default=-1)
        if first >= 0:
            for number in self.order:
                if squares[number] == first:
                    return base + number
        return -1

    def sprints(self, seat: int, run: int) -> bool:
        """Tell whether the sprinter sprints now."""
        state = self.state
        rider = STRIDE * seat + SPRINTER
        square = self.square[rider]
        if square > self.course.sprint_3d6_until:
            return False
        left = self.end - square
        if left < AVERAGE_SPRINT:
            return True
        return (
            state.sprints[seat] > 1
            and left > SPRINT_3D6_BEFORE + REACH
            and run.bit_count() < PELOTON
            and rider == self.foremost(seat)
        )

    def attacks(self, seat: int, mine: int) -> bool:
        """Tell whether the first rider of a team attacks now; then they are the thrower."""
        rider = self.foremost(seat)
        if not mine >> rider & 1 or not self.has_room[self.square[rider]]:
            return False
        self.state.thrower = rider
        return True

    def may_drink(self, rider: int) -> bool:
        """Tell whether a bottle may be given to a rider on the flat (CP-J-064)."""
        state = self.state
        had = state.two_bottles
        if self.course.options.bottle_with_mountain_attack == "forbidden":
            had |= state.attacked
        return not (had >> rider & 1 or self.hill[self.square[rider]])

    def last_window(self, seats: Order) -> None:
        """Give every bottle that managers wish to give after all throws. What one of them wishes
        does not depend on the others.
        """
        state, square, nearest = self.state, self.square, self.end - FINALE
        if not state.thirsty or max(square) < nearest:
            return
        for seat in seats:
            while state.thirsty >> seat & 1:
                rider = self.foremost(seat)
                if rider < 0 or square[rider] < nearest or not self.may_drink(rider):
                    break
                if square[rider] == self.end and state.crossings and not self.course.master:
                    break  # somebody is over the line already
                bottles.give(state, rider)
                self.moved = True

    def throw_broken(self) -> None:
        """Let the first rider with a broken chain throw (CP-S-027)."""
        state = self.state
        rider = state.broken[0]
        square = self.square[rider]
        if self.hill[square]:
            self.road[square] |= BITS[rider]
            self.climb(BITS[rider], square, SEATS[rider])
        elif not self.window(BITS[rider], self.course.orders[state.first]):
            self.throw_alone(BITS[rider])

    def throw_alone(self, bit: int) -> None:
        """Throw two dice for a breakaway (CP-J-042)."""
        state = self.state
        rider = bit.bit_length() - 1
        pair = PAIRS[int(self.unit() * 36)]
        total = pair[0] + pair[1]
        if self.senior:
            if pair[0] == pair[1] and pair[0] in (3, 4):
                pair = PAIRS[int(self.unit() * 36)]
                if pair[0] == pair[1]:
                    fall(state, rider)
                    self.moved = True
                    return
            if total < ROULEUR_LEAST and NUMBER[rider] == ROULEUR:
                total = ROULEUR_LEAST
        if state.broken:
            state.broken = tuple([other for other in state.broken if other != rider])
        self.ride(rider, bit, total)

    def ride(self, rider: int, bit: int, total: int) -> None:
        """Move a rider on the flat by a throw of their own."""
        square = self.square[rider]
        self.square[rider] = to = self.to[square][total]
        self.ahead[to] |= bit
        self.road[square] &= ~bit
        if self.state.right:
            self.state.right &= ~bit
        if to > self.end:
            self.cross(bit, to)
        elif self.climb_at[to] and not NUMBER[rider]:
            stop(self.state, SEATS[rider], square, to)

    def throw_paceline(self, run: int, front: int, seats: Order) -> None:
        """Throw for everybody on a square and move those who keep together as one (CP-J-043)."""
        state, square = self.state, self.square
        riders: list[int] = []
        for seat in seats:
            if run & TEAM[seat]:
                riders += RIDERS[seat][run >> STRIDE * seat & MOST]
        sums = self.sums(riders)
        if not sums:
            return
        rouleurs: tuple[int, ...] = ()
        if self.senior:
            rouleurs = tuple([at for at, rider in enumerate(riders) if NUMBER[rider] == ROULEUR])
        if rouleurs:
            mates = tuple([SEATS[one] == SEATS[two] for one, two in pairwise(riders)])
            parts = join_as_steady(sums, mates, rouleurs, self.only_four)
        else:
            parts = paceline.chains(sums, NO_ROULEURS[len(sums)], self.only_four)
        self.road[front] &= ~run
        state.right &= ~run
        row, end, climb_at = self.to[front], self.end, self.climb_at
        for pace, members, setters in parts:
            to = row[pace]
            bits = leading = 0
            for at in members:
                rider = riders[at]
                bits |= BITS[rider]
                square[rider] = to
                if not NUMBER[rider] and to <= end and climb_at[to]:
                    stop(state, SEATS[rider], front, to)
            self.ahead[to] |= bits
            if len(members) > 1:
                for at in setters:
                    leading |= BITS[riders[at]]
                state.chains += ((leading, bits),)
            if to > end:
                state.active &= ~bits
                state.crossings += (
                    PaceCrossing(PACELINE if leading else BREAKAWAY, bits, to - end, leading),
                )

    def sums(self, riders: list[int]) -> tuple[int, ...]:
        """Throw for the riders of a paceline; empty where one of them fell."""
        unit = self.unit
        if not self.senior:
            dice = throw((6, 6) * len(riders)).roll(unit)
            return tuple(
                [first + second for first, second in zip(dice[::2], dice[1::2], strict=True)]
            )
        found = []
        for rider in riders:
            first, second = PAIRS[int(unit() * 36)]
            if first == second and first in (3, 4):
                pair = PAIRS[int(unit() * 36)]
                if pair[0] == pair[1]:
                    fall(self.state, rider)
                    self.moved = True
                    return ()
            total = first + second
            if total < ROULEUR_LEAST and NUMBER[rider] == ROULEUR:
                total = ROULEUR_LEAST
            found.append(total)
        return tuple(found)

    def throw_peloton(self, run: int, front: int, seats: Order) -> None:
        """Let managers throw for the pace, then move all who are left (CP-J-034 ... 041)."""
        state, unit = self.state, self.unit
        pace, waiting, position, count = PELOTON, run, 0, len(seats)
        state.unit = run
        first_worker = self.first_worker
        far = self.end - front >= REACH
        while True:
            throwing = waiting
            if far:
                throwing = waiting & self.working if pace < ROULEUR_LEAST else 0
            if not throwing:
                break
            while True:
                seat = seats[position % count]
                mine = throwing >> STRIDE * seat & MOST
                position += 1
                if mine:
                    break
            rider = STRIDE * seat + first_worker[mine]
            waiting &= ~BITS[rider]
            first, second = PAIRS[int(unit() * 36)]
            total = first + second
            if self.senior and first == second and first in (3, 4):
                pair = PAIRS[int(unit() * 36)]
                if pair[0] == pair[1]:
                    state.unit, state.may_throw = run, waiting
                    fall(state, rider)
                    self.moved = True
                    run, waiting = state.unit, state.may_throw
                    front = self.front_of(run, front)
                    far = self.end - front >= REACH
                    continue
            if total in PACE:
                if total > pace:
                    pace = total
                continue
            if self.senior and NUMBER[rider] == FLAT:
                if 2 < total < PELOTON:
                    continue
                if total > PACE[-1] and self.pulls(rider, run, total):
                    pace = PACE[-1]
                    continue
            run &= ~BITS[rider]
            self.ride(rider, BITS[rider], total)
            front = self.front_of(run, front)
            far = self.end - front >= REACH
        self.move_peloton(run, front, pace)

    def front_of(self, run: int, front: int) -> int:
        """Find the square of the first rider who is left in a peloton."""
        while run and not self.road[front] & run:
            front -= 1
        return front

    def pulls(self, rider: int, run: int, total: int) -> bool:
        """Tell whether a flat domestique stays to set the pace at 9 (CP-S-017)."""
        if self.end - self.square[rider] < total:
            return False
        order = self.order
        mates = NUMBERS[run >> STRIDE * SEATS[rider] & MOST]
        return min(map(order.index, mates)) < order.index(FLAT)

    def move_peloton(self, run: int, front: int, pace: int) -> None:
        """Move all who are left, each paying by their own square (CP-J-048)."""
        state, square, road, end = self.state, self.square, self.road, self.end
        reach, ahead = self.to, self.ahead
        if state.right:
            state.right &= ~run
        crossed = furthest = 0
        left = run
        while left:
            members = road[front] & left
            if members:
                left ^= members
                road[front] ^= members
                to = reach[front][pace]
                ahead[to] |= members
                if to > end:
                    crossed |= members
                    furthest = max(furthest, to - end)
                elif self.climb_at[to] and members & CLIMBERS:
                    for rider in self.course.riders(members & CLIMBERS):
                        stop(state, SEATS[rider], front, to)
                if members.bit_count() > PELOTON:
                    for riders in RIDERS:
                        for rider in riders[members & MOST]:
                            square[rider] = to
                        members >>= STRIDE
                while members:
                    bit = members & -members
                    square[bit.bit_length() - 1] = to
                    members ^= bit
            front -= 1
        if crossed:
            state.active &= ~crossed
            state.crossings += (PaceCrossing(PELOTON_UNIT, crossed, furthest),)

    def climb(self, bits: int, front: int, seat: int) -> None:
        """Throw for a team's riders on a mountain square (CP-J-051)."""
        state, facts, climb_at = self.state, self.course.facts[front], self.climb_at
        mine = bits >> STRIDE * seat
        plan = 0
        if mine & 1 and (state.doubles[seat] or facts & ON_HC):
            plan = self.plan(seat, front, facts)
        ways = WAYS[mine.bit_count()]
        if ways and not plan:
            key = int(self.unit() * len(ways)) << 13 | mine << 7 | facts << 1 | self.hilly
            moves, sixes = SHARES.get(key) or cached_share(key)
        else:
            attack, double = plan == MOUNTAIN_ATTACK, plan == DOUBLE
            pool = mine.bit_count() - attack + double
            dice = throw((10,) * attack + (6,) * pool).roll(self.unit)
            moves, sixes = share_dice(mine, plan, dice, facts, self.hilly)
        self.road[front] ^= bits
        base, square = seat * STRIDE, self.square
        ahead = self.ahead
        for number, squares in moves:
            square[base + number] = to = front + squares
            ahead[to] |= BITS[base + number]
        if mine & 1 and climb_at[square[base]] != climb_at[front] and square[base] <= self.end:
            stop(state, seat, front, square[base])
        if front + HIGHEST > self.end:
            for number, squares in moves:
                if front + squares > self.end:
                    self.cross(BITS[base + number], front + squares)
        if state.right:
            state.right &= ~bits
        if state.broken:
            state.broken = tuple([other for other in state.broken if not bits >> other & 1])
        if sixes and facts & SIX_COUNTS:
            state.owner = seat
            mountain.rights(state, front, sixes)

    def plan(self, seat: int, front: int, facts: int) -> int:
        """Choose what a climber declares before the dice, and use it."""
        state = self.state
        leader = seat * STRIDE
        if state.spent >> leader & 1:
            return 0
        state.unit, state.at, state.owner = BITS[leader], front, seat
        climb = self.course.climbs[self.climb_at[front] - 1]
        plan = 0
        if (
            facts & ON_HC
            and state.mountain_attacks[seat]
            and climb.end - front >= LONG_CLIMB
            and mountain.may_attack(state, leader)
        ):
            plan = MOUNTAIN_ATTACK
        elif state.doubles[seat]:
            plan = DOUBLE
        if plan:
            mountain.use(state, plan)
        return plan

    def end_turn(self) -> None:
        """Decide lines and arrivals as far as anybody passed them (see `finish.end_turn`)."""
        state = self.state
        if self.by_engine:
            if state.crossings or not state.active or self.open:
                self.end_in_steps()
            return
        if self.open:
            self.rank_lines()
        if state.crossings:
            self.arrive()
        if not state.active:
            finish.end(state)

    def end_in_steps(self) -> None:
        """Let the engine decide, where the version or its earlier rules have another end."""
        state = self.state
        finish.end_turn(state)
        while state.phase > OVER and (drawing := state.asked.throw):
            dice = drawing.roll(self.unit)
            (finish.on_seconds if state.phase == THROW_SECONDS else finish.on_tie)(state, dice)

    def rank_lines(self) -> None:
        """Rank those who have passed a line in this turn, on lines that still pay (CP-M-013)."""
        state, square = self.state, self.square
        lead = max(square)
        if lead == OFF:
            lead = max([at for at in square if at < OFF], default=0)
        for index in self.open:
            line = self.course.lines[index]
            if line.past > lead:
                continue
            before, past = state.ranked[index], line.past
            fresh = [
                (-at, rider)
                for rider, at in enumerate(square)
                if at >= past and at < OFF and rider not in before
            ]
            if not fresh:
                continue
            fresh.sort()
            wanted = line.places - len(before)
            ranked: list[int] = []
            for _, level in groupby(fresh, key=itemgetter(0)):
                riders = [rider for _, rider in level]
                if len(riders) > 1:
                    riders = self.settle(riders, wanted - len(ranked))
                ranked += riders
                if len(ranked) >= wanted:
                    self.open = [other for other in self.open if other != index]
                    break
            state.ranked = with_item(state.ranked, index, before + tuple(ranked[:wanted]))

    def arrive(self) -> None:
        """Place and time all who crossed in this turn (CP-M-028)."""
        state, course = self.state, self.course
        units = finish.units_of(state)
        members = [riders_of(unit.riders) for unit in units]
        order: list[int] = []
        if course.options.seconds_die == "separate":
            order = self.places(members, [0] * len(units))
        limit = finish.limit_of(state)
        timed = sum([unit.square <= limit for unit in units])
        drawn = iter(throw((6,) * timed).roll(self.unit) if timed else ())
        dies = [next(drawn) if unit.square <= limit else None for unit in units]
        seconds = finish.seconds_of(state, units, dies)
        order = order or self.places(members, seconds)
        state.first_crossing = state.first_crossing or state.turn
        turn = state.turn - state.first_crossing
        state.arrived += tuple(
            [
                finish.arrival_record(state, turn, unit, riders, die)
                for unit, riders, die in zip(units, members, dies, strict=True)
            ]
        )
        time_of: dict[int, int] = {}
        for riders, own in zip(members, seconds, strict=True):
            time_of.update(dict.fromkeys(riders, 60 * turn + own))
        state.placed += tuple(order)
        state.times += tuple([time_of[rider] for rider in order])

    def places(self, members: list[list[int]], seconds: list[int]) -> list[int]:
        """Order the riders of units by square, then time, then pace-setter or dice."""
        square = self.square
        crossed = [
            (-square[rider], own, rider)
            for riders, own in zip(members, seconds, strict=True)
            for rider in riders
        ]
        if len(crossed) == 1:
            return members[0]
        crossed.sort()
        order: list[int] = []
        for _, level in groupby(crossed, key=itemgetter(0, 1)):
            riders = [rider for _, _, rider in level]
            order += self.settle(riders, len(riders)) if len(riders) > 1 else riders
        return order

    def settle(self, level: list[int], wanted: int) -> list[int]:
        """Order riders on one square: pace-setters first where all came with their paceline, equals
        by dice.
        """
        bits = sum([BITS[rider] for rider in level])
        for setters, members in self.state.chains:
            if setters & bits and not bits & ~members:
                first = [rider for rider in level if setters >> rider & 1]
                others = [rider for rider in level if not setters >> rider & 1]
                return [
                    *self.by_dice(first, wanted),
                    *self.by_dice(others, wanted - len(first)),
                ]
        return self.by_dice(level, wanted)

    def by_dice(self, riders: list[int], wanted: int) -> list[int]:
        """Order riders by the dice they throw in speaking order, equals by their next ones, as far
        as wanted.
        """
        count = len(riders)
        if count < 2 or wanted < 1:
            return riders
        dice = throw((6,) * count).roll(self.unit)
        spoken = count - bisect_left(riders, self.state.first * STRIDE)  # from the first seat on
        faces: list[list[int]] = [[] for _ in range(7)]
        for rider, die in zip(riders, dice[spoken:] + dice[:spoken], strict=True):
            faces[die].append(rider)
        order: list[int] = []
        for equals in reversed(faces):
            order += self.by_dice(equals, wanted - len(order)) if len(equals) > 1 else equals
        return order


NO_ROULEURS: tuple[paceline.Joins, ...] = tuple((None,) * count for count in range(PELOTON))
