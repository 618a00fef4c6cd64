"""What a page shows of the question that stands: to the seats it asks, their answers; to everybody
else, who is waited for.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from games.engine import CHANCE, Choice, Question, Seat
from tourmanager.play.contract import screen_of
from tourmanager.play.log.position import Position
from tourmanager.play.log.retype import mistyped
from tourmanager.play.log.steps import last_throw, own_last
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.seats.device import Device

NARROWED = 7  # more answers than this, each of several parts, are narrowed down part by part
LISTED = 3  # more answers than this, each about one rider, stand rider by rider
PASS_KEYS = "qwe"  # nosec B105: keys of the answers that let the moment pass


@dataclass(frozen=True)
class Option:
    choice: Choice
    final: bool  # dice follow at once, so it cannot be taken back
    key: str  # on a keyboard


@dataclass(frozen=True)
class Row:
    """What one rider may do."""

    rider: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Die:
    """The die that is typed next."""

    whose: str
    faces: Sequence[int]
    thrown: tuple[int, ...]
    left: int  # dice still to be typed after this one, as far as is known
    again: bool  # it is thrown again


@dataclass(frozen=True)
class Asked:
    question: Question
    waiting: tuple[RideSeat, ...]  # who is asked, whoever looks
    seat: RideSeat | None = None  # of this device, and asked
    options: tuple[Option, ...] = ()
    rows: tuple[Row, ...] = ()  # the same rider by rider, where there are many
    # what follows whoever does it: ("Attack", "four dice ...")
    notes: tuple[tuple[str, str], ...] = ()
    passes: tuple[Option, ...] = ()  # they let the moment pass
    usual: tuple[Option, ...] = ()  # nothing special is declared
    narrow: bool = False
    curtain: bool = False  # the seat's hand is shown when its player says that he is there
    die: Die | None = None
    undo: int | None = None  # the step that this device may take back
    correct: int | None = None  # the throw, or the card from the table, that may be typed again
    corrected: str = ""  # whose card it is


def asked(
    ride: Ride,
    where: Position,
    seats: Sequence[RideSeat],
    device: Device,
    thrown: tuple[int, ...] = (),
    opened: int = -1,
) -> Asked:
    """`thrown` are the dice typed so far; `opened` the seat whose player has said that he sits
    here.
    """
    question, wanted = where.game.question(where.state, where.titles), where.waits_for()
    mine = own_last(where.steps, device.seats, where.shown)
    typed = (
        (mistyped(where) if ride.throws_itself else last_throw(where.steps))
        if device.hosts
        else None
    )
    all_see = Asked(
        question,
        tuple(seats[number] for number in wanted if number != CHANCE),
        undo=mine.seq if mine else None,
        correct=typed.seq if typed else None,
        corrected=seats[typed.who].team if typed and typed.who != CHANCE else "",
    )
    if ride.state != Ride.State.RIDING:
        return replace(
            all_see,
            undo=None,
            correct=all_see.correct
            if ride.state == Ride.State.OVER and not ride.throws_itself
            else None,
        )
    if wanted == (CHANCE,):
        throws = not ride.throws_itself and not device.watches
        return replace(all_see, die=_die(where, question, thrown) if throws else None)
    seat = next((seats[number] for number in wanted if number in device.seats), None)
    if seat is None:
        return all_see
    if where.game.hidden and opened != seat.number and len(device.seats) > 1:
        return replace(all_see, seat=seat, curtain=True)
    passes = screen_of(ride.game).passes
    options = _options(ride, where, seat.number, passes)
    return _arranged(replace(all_see, seat=seat), options, passes)


def _arranged(question: Asked, options: Sequence[Option], passes: Collection[str]) -> Asked:
    """Arrange the answers as the page shows them: to let it pass, as usual, rider by rider, or
    narrowed down.
    """
    acts = tuple(option for option in options if option.choice.text not in passes)
    narrow = len(acts) > NARROWED and all(option.choice.parts for option in acts)
    shown = acts if narrow else tuple(option for option in acts if not option.choice.usual)
    rows, notes = (
        _by_rider(shown)
        if len(shown) > LISTED and all(option.choice.rider for option in shown)
        else ((), ())
    )
    return replace(
        question,
        options=shown,
        rows=rows,
        notes=notes,
        passes=tuple(option for option in options if option.choice.text in passes),
        usual=tuple(option for option in acts if option.choice.usual),
        narrow=narrow,
    )


def _by_rider(options: Sequence[Option]) -> tuple[tuple[Row, ...], tuple[tuple[str, str], ...]]:
    """What follows alike for everybody is said once, below; what differs stands on the button."""
    rows = tuple(
        Row(rider, tuple(option for option in options if option.choice.rider == rider))
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
    numbered, found = 0, []
    for choice, action in zip(choices, actions, strict=True):
        if choice.text in passes:
            key = PASS_KEYS[passes.index(choice.text)]
        else:
            numbered += 1
            key = str(numbered) if numbered < 10 else ""
        found.append(Option(choice, ride.throws_itself and _throws_next(where, seat, action), key))
    return found


def _throws_next(where: Position, seat: Seat, action: int) -> bool:
    state = where.game.copy(where.state)
    where.game.apply(state, seat, action, False)
    return where.game.pending(state).throw is not None


def _die(where: Position, question: Question, thrown: tuple[int, ...]) -> Die | None:
    throw = where.game.pending(where.state).throw
    if throw is None:
        return None
    missing = throw.missing(thrown)
    if not missing:
        return None
    place, again = throw.next_die(thrown)
    whose = question.dice[place] if place < len(question.dice) else ""
    return Die(whose, throw.faces(thrown), thrown, len(throw.sides) - place - 1, again)
