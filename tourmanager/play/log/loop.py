"""Record every answer, draw and undo in a ride's log once, or refuse it with words. Nothing else
writes to the log.

All of it happens in one transaction that begins by raising the ride's revision, so that the answers
to a ride come one after the other. After an answer the app throws its own dice and lets the bots
answer, until a person is asked or the time of an answer is used up; then the ride's own process
goes on (`runner.py`).
"""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext, gettext_lazy

from games.bots import bots_by_name
from games.chance import Draw
from games.engine import CHANCE, Action, Bot, Refused, Seat
from games.notation import write_draw
from tourmanager.play.log import step_chain
from tourmanager.play.log.draws import draw_from_seed
from tourmanager.play.log.position import Position
from tourmanager.play.log.reading import cache_position, last_position
from tourmanager.play.log.steps import Said, last_throw, own_last
from tourmanager.play.models import Ride, RideSeat, Step

SYNC_BUDGET = 0.04  # seconds of bot and chance work allowed inside a request
BATCH = 400  # steps
THROWS_ITSELF = gettext_lazy("In this stage the app throws the dice.")

__all__ = [
    "Refused",
    "Stale",
    "answer",
    "begin",
    "correct_throw",
    "go_on",
    "leave",
    "open_ride",
    "throw",
    "undo",
]


class Stale(Refused):
    """The ride has gone on since the page was drawn; nothing was written."""


@contextmanager
def open_ride(ride: Ride) -> Iterator[tuple[Ride, Position]]:
    """Lock the ride for this writer, and yield it as it is now with a position to play on."""
    with transaction.atomic():
        Ride.objects.filter(pk=ride.pk).update(revision=F("revision") + 1)
        now = Ride.objects.select_related("stage__tour", "head").get(pk=ride.pk)
        where = last_position(now).copy()
        yield now, where
        # a position of steps that are not on the disk is nobody's
        transaction.on_commit(partial(cache_position, now, where))


def begin(*, ride: Ride, at: datetime) -> Ride:
    """Begin the stage, with the seats as they are. A second press changes nothing."""
    with open_ride(ride) as (now, where):
        if now.state != Ride.State.SEATING:
            return now
        now.state, now.begun_at = Ride.State.RIDING, at
        now.save(update_fields=["state", "begun_at"])
        _go_on(now, where, at, SYNC_BUDGET)
        return now


def answer(
    *,
    ride: Ride,
    seat: Seat,
    text: str,
    token: str,
    base: int,
    at: datetime,
    by_name: str = "",
    as_usual: bool = False,
) -> Ride:
    """Record a seat's answer to what it is asked.

    `base` is the last step its page had seen; with `as_usual` its riders throw as usual from now to
    the end of the turn, wherever nothing more is to be decided. Raises Stale, Refused.
    """
    with open_ride(ride) as (now, where):
        if _was_sent_before(now, token, seat, text):
            return now
        check_open(now)
        _check_base(now, where, seat, base)
        value = where.game.read(where.state, seat, text)
        _record(
            now,
            where,
            Said(where.seq + 1, seat, where.game.write(where.state, seat, value)),
            value,
            token,
            at,
            by_name,
        )
        if as_usual:
            RideSeat.objects.filter(ride=now, number=seat).update(as_usual_in=where.turn)
        _go_on(now, where, at, SYNC_BUDGET)
        return now


def throw(
    *, ride: Ride, draw: Draw, token: str, base: int, at: datetime, by_name: str = ""
) -> Ride:
    """Record what the table's dice show. Raises Stale, Refused."""
    if ride.throws_itself:
        raise Refused(THROWS_ITSELF)
    with open_ride(ride) as (now, where):
        text = write_draw(draw, where.game.pending(where.state).throw)
        if _was_sent_before(now, token, CHANCE, text):
            return now
        check_open(now)
        if base != where.seq:
            raise Stale(
                gettext("Somebody else has gone on meanwhile: look at what is to be thrown now.")
            )
        _record(now, where, Said(where.seq + 1, CHANCE, text), draw, token, at, by_name)
        _go_on(now, where, at, SYNC_BUDGET)
        return now


def undo(
    *, ride: Ride, seats: list[Seat], seq: int, token: str, at: datetime, by_name: str = ""
) -> Ride:
    """Undo the last answer of these seats, before anybody else has acted and before a draw was
    shown.

    Raises Stale, Refused.
    """
    with open_ride(ride) as (now, where):
        if Step.objects.filter(ride=now, token=token).exists():
            return now
        check_open(now)
        mine = own_last(where.steps, seats, where.last_reveal)
        if mine is None or mine.seq != seq:
            raise Stale(gettext("That cannot be undone any more: the stage has gone on."))
        undo_from(now, mine, where.seq + 1, token, at, by_name)
        RideSeat.objects.filter(ride=now, number=mine.who).update(as_usual_in=None)
        return now


def correct_throw(*, ride: Ride, seq: int, token: str, at: datetime, by_name: str = "") -> Ride:
    """Undo the last throw of table dice, to be typed again; what was answered to it is asked again.

    Raises Stale, Refused.
    """
    with open_ride(ride) as (now, where):
        if Step.objects.filter(ride=now, token=token).exists():
            return now
        if now.state not in (Ride.State.RIDING, Ride.State.OVER) or now.recorded_at:
            raise Refused(gettext("The stage is closed."))
        last = last_throw(where.steps)
        if now.throws_itself or last is None:
            raise Refused(gettext("No dice were typed."))
        if last.seq != seq:
            raise Stale(
                gettext(
                    "Other dice have been thrown since: only the last throw can be typed again."
                )
            )
        if (
            now.state == Ride.State.OVER
            and Ride.objects.filter(stage=now.stage_id, state__in=Ride.UNDER_WAY)
            .exclude(stage=None)
            .exists()
        ):
            raise Refused(
                gettext(
                    "This stage is being ridden once more already: its last throw stays as it was."
                )
            )
        undo_from(now, last, where.seq + 1, token, at, by_name)
        if now.state == Ride.State.OVER:
            now.state, now.ended_at = Ride.State.RIDING, None
            now.save(update_fields=["state", "ended_at"])
        return now


def leave(*, ride: Ride, at: datetime, by_name: str = "") -> Ride:
    """End the stage without a result, or to continue it at the table. A second press changes
    nothing.
    """
    with open_ride(ride) as (now, _):
        if now.state in Ride.UNDER_WAY:
            now.state, now.ended_at, now.closed_by = Ride.State.LEFT, at, by_name[:150]
            now.save(update_fields=["state", "ended_at", "closed_by"])
        return now


def go_on(
    ride: Ride, at: datetime, seconds: float = SYNC_BUDGET, steps: int = BATCH, runner: str = ""
) -> tuple[Ride, bool]:
    """Throw the app's dice and let bots answer, as far as they go; return whether there is more to
    do.

    With `runner` only while that process plays for the bots.
    """
    with open_ride(ride) as (now, where):
        if now.state != Ride.State.RIDING or (runner and now.runner != runner):
            return now, False
        return now, _go_on(now, where, at, seconds, steps, own_process=bool(runner))


def waits_for_nobody(ride: Ride, where: Position, seats: Iterable[RideSeat]) -> bool:
    """Return True when the next step is the app's own: its dice, a bot, or a seat that lets its
    riders throw as usual.
    """
    seats_to_act = where.waits_for()
    if seats_to_act == (CHANCE,):
        return ride.throws_itself
    return any(seat.number in seats_to_act and _answers_itself(seat, where) for seat in seats)


def _answers_itself(seat: RideSeat, where: Position) -> bool:
    if seat.kind == RideSeat.Kind.BOT:
        return True
    return (
        seat.as_usual_in is not None
        and seat.as_usual_in == where.turn
        and usual_answer(where, seat.number) is not None
    )


def usual_answer(where: Position, seat: Seat) -> Action | None:
    """Return the answer with which nothing special is declared, None if there is none."""
    actions = where.game.legal_actions(where.state, seat)
    choices = where.game.choices(where.state, seat, where.titles)
    return next(
        (action for action, choice in zip(actions, choices, strict=True) if choice.usual), None
    )


def _go_on(
    ride: Ride,
    where: Position,
    at: datetime,
    seconds: float,
    most: int = BATCH,
    own_process: bool = False,
) -> bool:
    """Take the app's own steps, and return whether there is more to do.

    A stage that only bots ride is left to its own process, which shows one thing after the other.
    """
    seats = list(RideSeat.objects.filter(ride=ride).order_by("number"))
    alone = all(seat.kind == RideSeat.Kind.BOT for seat in seats)
    if alone and not own_process:
        return waits_for_nobody(ride, where, seats)
    until, steps, players = time.perf_counter() + seconds, list[Step](), dict[Seat, Bot[object]]()
    while (
        (more := waits_for_nobody(ride, where, seats))
        and len(steps) < most
        and time.perf_counter() < until
    ):
        step, value = _own_step(ride, where, seats, players)
        events = where.take(step, value)
        steps.append(_step(ride, step, f"~{step.seq}", at))
        if alone and ride.pace and events:
            break
    step_chain.append(ride, steps)
    if where.over and ride.state == Ride.State.RIDING:
        ride.state, ride.ended_at = Ride.State.OVER, at
        ride.save(update_fields=["state", "ended_at"])
    return more and not where.over


def _own_step(
    ride: Ride, where: Position, seats: list[RideSeat], players: dict[Seat, Bot[object]]
) -> tuple[Said, Action | Draw]:
    """Return the app's next throw, or the answer of the next seat that no person has to give."""
    seq, pending = where.seq + 1, where.game.pending(where.state)
    if pending.throw is not None:
        draw = draw_from_seed(ride.seed, len(where.steps), pending.throw)
        return Said(seq, CHANCE, write_draw(draw, pending.throw)), draw
    seat = next(
        seat for seat in seats if seat.number in pending.seats and _answers_itself(seat, where)
    )
    number, action = seat.number, None
    if seat.kind != RideSeat.Kind.BOT:
        action = usual_answer(where, number)
    if action is None:
        if number not in players:
            makers = bots_by_name(where.game.bots())
            players[number] = makers.get(seat.bot, makers["random"])(f"{ride.seed}/{number}/{seq}")
        action = players[number].choose(
            where.state, number, where.game.legal_actions(where.state, number)
        )
    return Said(seq, number, where.game.write(where.state, number, action)), action


def _record(
    ride: Ride,
    where: Position,
    step: Said,
    value: Action | Draw | None,
    token: str,
    at: datetime,
    by_name: str,
) -> None:
    where.take(step, value)
    step_chain.append(ride, [_step(ride, step, token, at, by_name)])


def say_again(ride: Ride, where: Position, step: Said, at: datetime) -> None:
    """Record an answer again that stays when one before it is changed, with what is drawn
    for it.
    """
    while (throw := where.game.pending(where.state).throw) is not None:
        draw = draw_from_seed(ride.seed, len(where.steps), throw)
        _record(
            ride,
            where,
            Said(where.seq + 1, CHANCE, write_draw(draw, throw)),
            draw,
            f"~{where.seq + 1}",
            at,
            "",
        )
    seq = where.seq + 1
    _record(
        ride,
        where,
        Said(seq, step.who, step.text),
        where.game.read(where.state, step.who, step.text),
        f"~{seq}",
        at,
        "",
    )


def play_on(ride: Ride, where: Position, at: datetime) -> None:
    """Take the steps that follow without a person."""
    _go_on(ride, where, at, SYNC_BUDGET)


def _step(ride: Ride, answer: Said, token: str, at: datetime, by_name: str = "") -> Step:
    return Step(
        ride=ride,
        seq=answer.seq,
        who=answer.who,
        text=answer.text,
        token=token,
        at=at,
        by_name=by_name,
    )


def undo_from(ride: Ride, answer: Said, seq: int, token: str, at: datetime, by_name: str) -> None:
    """Undo everything from a step on. The next reader computes the position again: the one at hand
    is of the step before.
    """
    step = Step(
        ride=ride,
        seq=seq,
        who=answer.who,
        text="",
        takes_back=answer.seq,
        token=token,
        at=at,
        by_name=by_name,
    )
    step_chain.append(ride, [step])


def _was_sent_before(ride: Ride, token: str, who: Seat, text: str) -> bool:
    """Return True if the same was sent before: then it counts once, and is answered with the
    present position.
    """
    before = Step.objects.filter(ride=ride, token=token).first()
    if before is not None and (before.who, before.text) != (who, text):
        raise Stale(gettext("This page had already answered: here is how the stage stands."))
    return before is not None


def check_open(ride: Ride) -> None:
    match ride.state:
        case Ride.State.SEATING:
            raise Refused(gettext("The stage has not begun."))
        case Ride.State.OVER:
            raise Stale(gettext("The stage is over."))
        case Ride.State.LEFT:
            raise Stale(gettext("This stage is being continued at the table."))


def _check_base(ride: Ride, where: Position, seat: Seat, base: int) -> None:
    """Raise Stale if the page's question is not the present one.

    Other seats that are asked at the same time may have answered meanwhile, and drawn for
    themselves; anything else makes the question another one.
    """
    if base == where.seq:
        return
    apart = {line.seq for line in where.lines} - {
        line.seq for line in where.lines if line.seat in (-1, seat)
    }
    since = Step.objects.filter(ride=ride, seq__gt=base).values_list("seq", "who", "takes_back")
    if base > where.seq or any(
        who == seat or takes_back is not None or (who == CHANCE and seq not in apart)
        for seq, who, takes_back in since
    ):
        raise Stale(
            gettext("The stage has gone on since this page was drawn: here is what is asked now.")
        )
    if seat not in where.waits_for():
        raise Stale(
            gettext("The stage has gone on since this page was drawn: somebody else is asked now.")
        )
