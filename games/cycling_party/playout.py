"""Play a stage to its end at full speed: nobody is asked, no events are made, chance is plain.

Every seat decides as the bot `steady` does, answer for answer, so `playout` gives exactly the
stage that the steps give with `steady` in every seat and the chance `games.chance.PlainChance` of
the same numbers. Where every seat would pass no window is opened, what a manager chooses from dice
is looked up, and no question is formed.

The turn under way is finished in steps; whole turns follow. Rare events (special throws, bottles,
falls, lines and arrivals) are those of the engine. The state is played in place; its `situation` is
that of the last turn taken in steps.
"""

from collections.abc import Callable
from itertools import pairwise

from games.chance import Draw, PlainChance, throw
from games.cycling_party import bottles, mountain, paceline, specials
from games.cycling_party.actions import DOUBLE, MOUNTAIN_ATTACK, encode_share
from games.cycling_party.bot import (
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
)
from games.cycling_party.course import FURTHEST, MAGIC_FIVE, MOST, NUMBERS, ON_HC, SIX_COUNTS
from games.cycling_party.groups import TEAM, first_speaker
from games.cycling_party.loop import BITS
from games.cycling_party.moves import fall, stop
from games.cycling_party.numbers import (
    PACE,
    PELOTON,
    ROULEUR_LEAST,
    SPRINT_3D6_BEFORE,
    STRIDE,
)
from games.cycling_party.playout_finish import TurnEnds
from games.cycling_party.playout_tables import (
    AGAIN,
    CLIMBERS,
    EQUAL,
    FOUR,
    HIGHEST,
    NO_ROULEURS,
    NOTHING,
    NUMBER,
    RIDERS,
    ROULEURS,
    SEATS,
    SHARES,
    SPRINTERS,
    SUMS,
    THREE,
    WAYS,
    Order,
    attack_squares,
    cached_share,
    join_as_steady,
    share_dice,
    workers,
)
from games.cycling_party.state import (
    BREAKAWAY,
    OVER,
    PACELINE,
    PELOTON_UNIT,
    THROW_OPENING,
    PaceCrossing,
    State,
)
from games.engine import CHANCE, Action, Event, Seat

Unit = Callable[[], float]
Apply = Callable[[State, Seat, Action | Draw, bool], list[Event]]


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


class Race:
    """A race at the beginning of a turn."""

    __slots__ = (
        "ahead",
        "attack_from",
        "attackers",
        "climb_at",
        "course",
        "empty",
        "end",
        "ends",
        "first_worker",
        "hill",
        "hilly",
        "lead",
        "missing",
        "only_four",
        "order",
        "road",
        "senior",
        "spare",
        "sprinters",
        "square",
        "state",
        "stocked",
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
        self.missing = True  # whether anybody who does not lose their throw is missing ahead
        self.lead = 0
        state.road = self.road
        self.end, self.to = course.end, course.to
        self.hill, self.climb_at = course.mountain, course.climb_at
        self.senior = course.senior
        self.only_four = course.options.rouleur_refusal == "only_four"
        self.hilly = course.setup.stage.type in ("medium", "high")
        self.order = IN_THE_MOUNTAINS if self.hilly else ON_THE_FLAT
        self.first_worker, self.working = workers(self.order)
        self.ends = TurnEnds(state, unit)
        self.see_stock()
        self.attack_from = attack_squares(course)

    def run_from_start(self) -> None:
        """Throw for the opening (CP-J-017), then race."""
        state, square, to = self.state, self.square, self.to[0]
        dice = throw((6, 6) * self.course.starters.bit_count()).roll(self.unit)
        for index, rider in enumerate(self.course.riders(self.course.starters)):
            square[rider] = to[dice[2 * index] + dice[2 * index + 1]]
            if not NUMBER[rider] and self.climb_at[square[rider]]:
                stop(state, SEATS[rider], 0, square[rider])
        self.lead = max(square)
        self.ends.end_turn(self.lead)
        self.begin_turn()
        self.run()

    def run(self) -> None:
        """Race turn after turn until the stage is over."""
        state = self.state
        while True:
            self.throw_units()
            self.ends.end_turn(self.lead)
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
        state.thirsty = self.stocked
        state.one_bottle = state.two_bottles = state.attacked = 0
        state.right, state.earned, state.almost = state.earned, 0, 0
        state.spent = state.line = 0
        state.chains = state.crossings = ()
        self.road, self.ahead = self.ahead, self.road
        if self.missing or state.skip:
            self.see_road()
            self.missing = bool(state.skip)  # who loses a throw finds no next square by it
        state.road = self.road
        state.front, state.tail = min(self.lead, self.end), min(self.square)
        state.broken = ()
        state.skip = 0

    def see_road(self) -> None:
        """Put everybody on the road by their squares, where a fall kept some from moving."""
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
        finale, attack_from = end - REACH, self.attack_from
        doubles, mountain_attacks = state.doubles, state.mountain_attacks
        while True:
            while front >= tail and not road[front]:
                front -= 1
            if front < tail:
                state.front = tail
                if not state.broken:
                    self.lead = max(square)
                    if state.thirsty and self.lead >= end - FINALE:
                        self.last_window(seats)
                    return
                self.throw_broken()
                front, tail = state.front, state.tail
                continue
            here = road[front]
            single = not here & (here - 1)
            if hill[front]:
                road[front] = 0
                facts = facts_at[front]
                for seat in (SEATS[here.bit_length() - 1],) if single else seats:
                    bits = here & TEAM[seat]
                    if not bits:
                        continue
                    climber = bits & CLIMBERS
                    if bits & (bits - 1) or (
                        climber and (doubles[seat] or (facts & ON_HC and mountain_attacks[seat]))
                    ):
                        self.climb(bits, front, seat, facts)
                        continue
                    # the most common throw of all: one rider, one die, nothing to choose
                    rider = bits.bit_length() - 1
                    die = int(unit() * 6) + 1
                    if die == 6:
                        if facts & SIX_COUNTS:
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
                run, behind = here, front - 1
            if (
                (front >= finale and (run & self.sprinters or (single and state.thirsty)))
                or run & state.right
                or (run & self.attackers and attack_from[front] > behind)
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
        """Find, as bits, who may still attack, which sprinters have a sprint and which have one to
        spare, and which seats have bottles.
        """
        state = self.state
        self.attackers = self.sprinters = self.spare = self.stocked = 0
        for seat, (attacks, sprints) in enumerate(zip(state.attacks, state.sprints, strict=True)):
            if state.bottles[seat]:
                self.stocked |= 1 << seat
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
                    self.see_special_throw(rider)
                    return True
                if mine & self.sprinters and self.sprints(seat, run):
                    specials.sprint_3d6(state, STRIDE * seat + SPRINTER)
                    specials.on_sprint(state, THREE.roll(unit))
                    self.see_special_throw(state.thrower)
                    if not state.sprints[seat]:
                        self.sprinters &= ~TEAM[seat]
                    if state.sprints[seat] < 2:
                        self.spare &= ~TEAM[seat]
                    return True
                if mine & self.attackers and self.attacks(seat, mine):
                    rider = state.thrower
                    specials.attack(state, rider)
                    specials.on_attack(state, FOUR.roll(unit))
                    self.see_special_throw(rider)
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
                    self.give_bottle(rider)
                    return True
        return False

    def see_special_throw(self, rider: int) -> None:
        """Put a rider who has moved by a special throw on the road of the next turn."""
        to = self.square[rider]
        if to <= self.end and not self.state.spent >> rider & 1:
            self.ahead[to] |= BITS[rider]

    def give_bottle(self, rider: int) -> None:
        """Give a rider a bottle."""
        bottles.give(self.state, rider)
        seat = SEATS[rider]
        if not self.state.bottles[seat]:
            self.stocked &= ~(1 << seat)

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
        square = self.square[rider]
        if not mine >> rider & 1 or self.attack_from[square] < square:
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
        state, square, nearest, ahead = self.state, self.square, self.end - FINALE, self.ahead
        for seat in seats:
            while state.thirsty >> seat & 1:
                rider = self.foremost(seat)
                if rider < 0 or square[rider] < nearest or not self.may_drink(rider):
                    break
                if square[rider] == self.end and state.crossings and not self.course.master:
                    break  # somebody is over the line already
                self.give_bottle(rider)
                to = square[rider]
                ahead[to - 1] &= ~BITS[rider]
                ahead[to] |= BITS[rider]
                self.lead = max(self.lead, to)

    def throw_broken(self) -> None:
        """Let the first rider with a broken chain throw (CP-S-027)."""
        state = self.state
        rider = state.broken[0]
        square = self.square[rider]
        if self.hill[square]:
            self.climb(BITS[rider], square, SEATS[rider], self.course.facts[square])
        elif not self.window(BITS[rider], self.course.orders[state.first]):
            self.throw_alone(BITS[rider])

    def throw_two(self) -> int:
        """Return the sum of two dice; 0 for a fall (CP-S-030 ... 033)."""
        way = int(self.unit() * 36)
        if way in AGAIN and self.senior and int(self.unit() * 36) in EQUAL:
            return 0
        return SUMS[way]

    def fall(self, rider: int) -> None:
        """Let a rider fall; who was near them finds no next square."""
        fall(self.state, rider)
        self.missing = True

    def throw_alone(self, bit: int) -> None:
        """Throw two dice for a breakaway (CP-J-042)."""
        state = self.state
        rider = bit.bit_length() - 1
        total = self.throw_two()
        if not total:
            self.fall(rider)
            return
        if bit & ROULEURS and total < ROULEUR_LEAST and self.senior:
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
        if run & ROULEURS and self.senior:
            rouleurs = tuple([at for at, rider in enumerate(riders) if NUMBER[rider] == ROULEUR])
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
        if not self.senior:
            dice = throw((6, 6) * len(riders)).roll(self.unit)
            return tuple(
                [first + second for first, second in zip(dice[::2], dice[1::2], strict=True)]
            )
        found = []
        for rider in riders:
            total = self.throw_two()
            if not total:
                self.fall(rider)
                return ()
            if total < ROULEUR_LEAST and NUMBER[rider] == ROULEUR:
                total = ROULEUR_LEAST
            found.append(total)
        return tuple(found)

    def throw_peloton(self, run: int, front: int, seats: Order) -> None:
        """Let managers throw for the pace, then move all who are left (CP-J-034 ... 041)."""
        state, most = self.state, PACE[-1]
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
            total = self.throw_two()
            if PELOTON <= total <= most:
                if total > pace:
                    pace = total
                continue
            if not total:
                state.unit, state.may_throw = run, waiting
                self.fall(rider)
                run, waiting = state.unit, state.may_throw
                front = self.front_of(run, front)
                far = self.end - front >= REACH
                continue
            if self.senior and NUMBER[rider] == FLAT:
                if 2 < total < PELOTON:
                    continue
                if total > most and self.pulls(rider, run, total):
                    pace = most
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

    def climb(self, bits: int, front: int, seat: int, facts: int) -> None:
        """Throw for a team's riders on a mountain square (CP-J-051)."""
        state, climb_at = self.state, self.climb_at
        mine = bits >> STRIDE * seat
        plan = 0
        if mine & 1 and (state.doubles[seat] or (facts & ON_HC and state.mountain_attacks[seat])):
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
        base, square = seat * STRIDE, self.square
        ahead = self.ahead
        for number, squares in moves:
            rider, to = base + number, front + squares
            square[rider] = to
            ahead[to] |= BITS[rider]
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
