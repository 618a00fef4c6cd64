"""Change the players of a digital stage's seats: by their links, by the host, by leaving them.

In a game with hidden information a seat that a player holds while the stage is ridden goes to
nobody else without their consent: they are asked on their own device. Without it the seat goes to a
bot, and stays sealed: a person may sit there when something hidden was shown after that, so that
what they see is nothing that its holder saw. Its holder may come back at any time: it is their own.
Everybody is told of each change (`notices.py`).
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tourmanager.play.contract import screen_of
from tourmanager.play.log.reading import engine_of, last_position
from tourmanager.play.models import Ride, RideSeat
from tourmanager.play.seats.device import began_ride, holds_seat, new_key, remember, session_entry
from tourmanager.play.seats.notices import BY_LINK, last_step, note_change

HERE, LINK, BOT = RideSeat.Kind.HERE, RideSeat.Kind.LINK, RideSeat.Kind.BOT


class SeatRefused(Exception):
    """The seat cannot be taken or given away so; the message says why."""


def is_held(seat: RideSeat) -> bool:
    """Return True when a person has the seat: on the device that began the stage, or by its
    link.
    """
    return seat.kind == HERE or (seat.kind == LINK and seat.joined_at is not None)


def is_guarded(ride: Ride) -> bool:
    """Return True when a seat holds secrets: what only its player may see."""
    return ride.state == Ride.State.RIDING and engine_of(ride).hidden


def is_sealed(ride: Ride, seat: RideSeat) -> bool:
    """Return True when the bot still has to play what only the seat's last player saw."""
    if seat.kind != BOT or seat.sealed_at is None or not is_guarded(ride):
        return False
    return last_position(ride).last_reveal <= seat.sealed_at


def is_own(request: HttpRequest, ride: Ride, seat: RideSeat) -> bool:
    """Return True when this browser holds the seat, or held it when a bot got it."""
    if seat.kind == HERE or (seat.kind == BOT and seat.held_by == HERE):
        return began_ride(request, ride)
    return holds_seat(request, seat)


def take_seat(request: HttpRequest, seat: RideSeat, player: str, at: datetime) -> bool:
    """Give the seat to this browser, which opened its link; a bot makes room.

    Returns False if its player has to agree first and has been asked. Raises SeatRefused.
    """
    player = player[:40]
    with transaction.atomic():
        ride, now = _lock(seat)
        if ride.state not in Ride.UNDER_WAY:
            raise SeatRefused(_("The stage is over, so no seat can be taken."))
        if now.key != seat.key:
            raise SeatRefused(_("This link no longer works: the seat has a new one."))
        own = is_own(request, ride, now)
        if _has_to_agree(ride, now, own=own):
            _ask(now, LINK, player, player, via=BY_LINK)
            return False
        _check_seal(ride, now, own)
        how = "opened" if now.kind == BOT or not is_held(now) else "" if own else "taken"
        note_change(ride, now, LINK, player, how=how, by=player, via=BY_LINK, at=at)
        _save(now, kind=LINK, joined_at=at, player=player, held_by="" if own else _holder(now))
    remember(request, seat, at)
    return True


def _has_to_agree(ride: Ride, seat: RideSeat, *, own: bool) -> bool:
    """True while the player of the seat has to be asked before it changes hands."""
    return is_guarded(ride) and is_held(seat) and not own


def leave_seat(seat: RideSeat, bot: str, at: datetime) -> None:
    """Let a bot play for a player who leaves; they can come back by the link."""
    with transaction.atomic():
        ride, now = _lock(seat)
        note_change(ride, now, BOT, "", how="left", at=at)
        _save(now, kind=BOT, bot=bot, held_by=_holder(now), sealed_at=last_step(ride))


def change_seat(
    request: HttpRequest,
    seat: RideSeat,
    *,
    kind: str,
    bot: str,
    player: str,
    by: str,
    at: datetime,
) -> bool:
    """Give the seat to somebody else, as the host decides.

    Returns False if its player has to agree first and has been asked. Raises SeatRefused.
    """
    with transaction.atomic():
        ride, now = _lock(seat)
        if ride.state not in Ride.UNDER_WAY:
            raise SeatRefused(_("The stage is over, so its seats cannot change."))
        if kind == now.kind:
            _save(now, bot=bot, player=player, sealed_at=now.sealed_at, held_by=now.held_by)
            return True
        own = is_own(request, ride, now)
        if kind != BOT:
            if not own and player == now.player:  # the name of who leaves
                player = by if kind == HERE and began_ride(request, ride) else ""
            if _has_to_agree(ride, now, own=own):
                _ask(now, kind, player, by)
                return False
            _check_seal(ride, now, own)
        how = "taken" if is_held(now) and not own else "given"
        _give(ride, now, (kind, bot, player), how, by, at)
    return True


def agree(seat: RideSeat, wish_key: str, at: datetime) -> None:
    """Hand the seat over to the person who made this wish; do nothing if nobody did.

    Agreeing to one person is not agreeing to another who asked meanwhile.
    """
    with transaction.atomic():
        ride, now = _lock(seat)
        if wish := _wish(ride, now, wish_key):
            _give(ride, now, (wish["kind"], now.bot, wish["player"]), "agreed", wish["by"], at)


def refuse(seat: RideSeat, wish_key: str, at: datetime) -> None:
    """Keep the seat with its player, and announce that somebody asked for it."""
    with transaction.atomic():
        ride, now = _lock(seat)
        if wish := _wish(ride, now, wish_key):
            by, via = wish["by"], wish.get("via", "")
            note_change(ride, now, "kept", "", how="refused", by=by, via=via, at=at)
            RideSeat.objects.filter(pk=now.pk).update(asked_for=None)


def _wish(ride: Ride, seat: RideSeat, key: str) -> dict[str, str] | None:
    """Return what is asked of the holder, if it still is the wish with that key."""
    wish = seat.asked_for if ride.state in Ride.UNDER_WAY and is_held(seat) else None
    return wish if wish and wish.get("key", "") == key else None


Who = tuple[str, str, str]  # kind of seat, which bot, name of the player


def _give(ride: Ride, seat: RideSeat, who: Who, how: str, by: str, at: datetime) -> None:
    """Give the seat to a bot or another person.

    A person gets a new link, so that the old one no longer works, unless they asked for the seat by
    that link.
    """
    kind, bot, player = who
    note_change(ride, seat, "free" if kind == LINK else kind, player, how=how, by=by, at=at)
    sealed = last_step(ride) if is_held(seat) else seat.sealed_at
    changes: dict[str, Any] = {"kind": kind, "bot": bot, "player": player, "held_by": _holder(seat)}
    if kind == BOT:
        # pages still name whose secrets the bot plays
        changes |= {"sealed_at": sealed, "player": seat.player}
    else:
        changes["joined_at"] = None
        if not (how == "agreed" and kind == LINK):
            changes["key"] = new_key()
    _save(seat, **changes)


def _ask(seat: RideSeat, kind: str, player: str, by: str, via: str = "") -> None:
    """Store who asks for the seat: by which name, "" for none, and whether by its link."""
    wish = {"kind": kind, "player": player, "by": by, "via": via}
    if seat.asked_for and wish.items() <= seat.asked_for.items():
        return  # pressed twice
    wish["key"] = new_key()
    RideSeat.objects.filter(pk=seat.pk).update(asked_for=wish)


def _check_seal(ride: Ride, seat: RideSeat, own: bool) -> None:
    if not own and is_sealed(ride, seat):
        words = screen_of(ride.game).hidden_words.sealed_refusal
        raise SeatRefused(str(words) % {"who": seat.player or _("the player")})


def _holder(seat: RideSeat) -> str:
    """Name the device that has the seat; for a bot's seat the device that had it before."""
    if seat.kind == HERE:
        return HERE
    if seat.kind == LINK and seat.joined_at is not None:
        return session_entry(seat, seat.joined_at)
    return seat.held_by


def _save(seat: RideSeat, **changes: Any) -> None:
    """Save a change of the seat. It clears a pending request and the seal unless it sets them."""
    whole = {"asked_for": None, "sealed_at": None} | changes
    RideSeat.objects.filter(pk=seat.pk).update(**whole)


def _lock(seat: RideSeat) -> tuple[Ride, RideSeat]:
    """Lock the ride and read it and the seat again."""
    Ride.objects.filter(pk=seat.ride_id).update(revision=F("revision") + 1)
    return Ride.objects.get(pk=seat.ride_id), RideSeat.objects.get(pk=seat.pk)
