"""Build the present question for a page: to the seats it asks, their answers; to all others, who is
waited for.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from games.engine import CHANCE, Choice, Question, Seat
from tourmanager.play.contract import screen_of
from tourmanager.play.log.position import Position
from tourmanager.play.log.retype import find_mistyped
from tourmanager.play.log.steps import last_throw, own_last
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.seats.device import Device

NARROWED = 7  # more answers than this, each of several parts, are narrowed down part by part
LISTED = 3  # more answers than this, each about one rider, stand rider by rider
PASS_KEYS = "qwe"  # nosec B105: keys of the answers that let the moment pass


@dataclass(frozen=True)
class Option:
    choice: Choice
    final: bool  # dice follow at once, so it cannot be undone
    key: str  # on a keyboard


@dataclass(frozen=True)
class RiderOptions:
    """The answers of one rider."""

    rider: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class NextDie:
    """The die that is typed next."""

    whose: str
    faces: Sequence[int]
    values: tuple[int, ...]
    remaining: int  # dice still to be typed after this one, as far as is known
    again: bool  # it is thrown again


@dataclass(frozen=True)
class SeatQuestion:
    question: Question
    waiting: tuple[RideSeat, ...]  # who is asked, the same for all viewers
    seat: RideSeat | None = None  # of this device, and asked
    options: tuple[Option, ...] = ()
    rows: tuple[RiderOptions, ...] = ()  # the same rider by rider, where there are many
    # what follows for every rider: ("Attack", "four dice ...")
    notes: tuple[tuple[str, str], ...] = ()
    passes: tuple[Option, ...] = ()  # they let the moment pass
    usual: tuple[Option, ...] = ()  # nothing special is declared
    narrow: bool = False
    curtain: bool = False  # what is hidden is shown when its player says that they are there
    die: NextDie | None = None
    undo: int | None = None  # the step that this device may undo
    correct: int | None = None  # the throw, or the answer of the table, that may be typed again
    corrected: str = ""  # whose answer it is


def build_question(
    ride: Ride,
    where: Position,
    seats: Sequence[RideSeat],
    device: Device,
    values: tuple[int, ...] = (),
    open_seat: int = -1,
) -> SeatQuestion:
    """Build the question. `values` are the dice typed so far; `open_seat` the seat whose player has
    said that they sit here.
    """
    seats_to_act = where.waits_for()
    all_see = _question_for_all(ride, where, seats, device)
    if ride.state != Ride.State.RIDING:
        typed_again = ride.state == Ride.State.OVER and not ride.throws_itself
        return replace(all_see, undo=None, correct=all_see.correct if typed_again else None)
    if seats_to_act == (CHANCE,):
        throws = not ride.throws_itself and not device.watches
        return replace(all_see, die=_die(where, all_see.question, values) if throws else None)
    seat = next((seats[number] for number in seats_to_act if number in device.seats), None)
    return _question_for_seat(all_see, ride, where, device, seat, open_seat) if seat else all_see


def _question_for_seat(
    all_see: SeatQuestion,
    ride: Ride,
    where: Position,
    device: Device,
    seat: RideSeat,
    open_seat: int,
) -> SeatQuestion:
    """Add the answers of the seat, behind a curtain where several seats are at one device."""
    if where.game.hidden and open_seat != seat.number and len(device.seats) > 1:
        return replace(all_see, seat=seat, curtain=True)
    passes = screen_of(ride.game).passes
    options = _options(ride, where, seat.number, passes)
    return _arrange(replace(all_see, seat=seat), options, passes)


def _question_for_all(
    ride: Ride, where: Position, seats: Sequence[RideSeat], device: Device
) -> SeatQuestion:
    """Say what is asked and of whom, and which step of this device can be undone or typed again."""
    mine = own_last(where.steps, device.seats, where.last_reveal)
    mistake = None
    if device.hosts:
        mistake = find_mistyped(where) if ride.throws_itself else last_throw(where.steps)
    return SeatQuestion(
        where.game.question(where.state, where.titles),
        tuple(seats[number] for number in where.waits_for() if number != CHANCE),
        undo=mine.seq if mine else None,
        correct=mistake.seq if mistake else None,
        corrected=seats[mistake.who].team if mistake and mistake.who != CHANCE else "",
    )


def _arrange(
    question: SeatQuestion, options: Sequence[Option], passes: Collection[str]
) -> SeatQuestion:
    """Arrange the answers as the page shows them: to pass, as usual, rider by rider, or narrowed
    down.
    """
    acts, let_pass = _split(options, lambda option: option.choice.text in passes)
    others, usual = _split(acts, lambda option: option.choice.usual)
    narrow = len(acts) > NARROWED and all(option.choice.parts for option in acts)
    main_options = acts if narrow else others
    by_rider = len(main_options) > LISTED and all(option.choice.rider for option in main_options)
    rows, notes = _by_rider(main_options) if by_rider else ((), ())
    return replace(
        question,
        options=main_options,
        rows=rows,
        notes=notes,
        passes=let_pass,
        usual=usual,
        narrow=narrow,
    )


def _split(
    options: Sequence[Option], goes: Callable[[Option], bool]
) -> tuple[tuple[Option, ...], tuple[Option, ...]]:
    """Part the options into those that stay and those that go."""
    leaving = tuple(option for option in options if goes(option))
    return tuple(option for option in options if not goes(option)), leaving


def _by_rider(
    options: Sequence[Option],
) -> tuple[tuple[RiderOptions, ...], tuple[tuple[str, str], ...]]:
    """Group answers by rider; return also the consequences that are the same for all, to be listed
    once below. Others stand on the button.
    """
    rows = tuple(
        RiderOptions(rider, tuple(option for option in options if option.choice.rider == rider))
        for rider in dict.fromkeys(option.choice.rider for option in options)
    )
    follows: dict[str, list[str]] = {}
    for option in options:
        follows.setdefault(option.choice.short, []).append(option.choice.then)
    alike = {short: thens[0] for short, thens in follows.items() if len(set(thens)) == 1}
    return rows, tuple((short, then) for short, then in alike.items() if then)


def _options(ride: Ride, where: Position, seat: Seat, passes: Sequence[str]) -> list[Option]:
    game = where.game
    choices = game.choices(where.state, seat, where.titles)
    actions = game.legal_actions(where.state, seat)
    last_key, answers = 0, []
    for choice, action in zip(choices, actions, strict=True):
        if choice.text in passes:
            key = PASS_KEYS[passes.index(choice.text)]
        else:
            last_key += 1
            key = str(last_key) if last_key < 10 else ""
        answers.append(
            Option(choice, ride.throws_itself and _throws_next(where, seat, action), key)
        )
    return answers


def _throws_next(where: Position, seat: Seat, action: int) -> bool:
    state = where.game.copy(where.state)
    where.game.apply(state, seat, action, False)
    return where.game.pending(state).throw is not None


def _die(where: Position, question: Question, values: tuple[int, ...]) -> NextDie | None:
    throw = where.game.pending(where.state).throw
    if throw is None:
        return None
    missing = throw.missing(values)
    if not missing:
        return None
    place, again = throw.next_die(values)
    whose = question.dice[place] if place < len(question.dice) else ""
    return NextDie(whose, throw.faces(values), values, len(throw.sides) - place - 1, again)
