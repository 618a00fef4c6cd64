"""Store and show the talk box, an option of a tour: seats promise, lie and threaten while they ride
and between stages. Nothing said there is binding.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tourmanager.play.log.reading import look_of
from tourmanager.play.models import Ride, RideSeat, TalkLine
from tourmanager.play.seats.device import Device
from tourmanager.riders.names import has_unseen_character, tidy_name
from tourmanager.web.jerseys import Mark

LONGEST = 200
SHOWN = 60  # lines, the latest
MOST = 2_000  # of one ride
AT_ONCE, WITHIN = 6, timedelta(seconds=20)  # lines of a seat


class TalkRefused(Exception):
    """The line was not written; the message says why. `busy`: it may be sent again in a moment."""

    def __init__(self, words: str, *, busy: bool = False) -> None:
        super().__init__(words)
        self.busy = busy


@dataclass(frozen=True)
class Spoken:
    line: TalkLine
    mark: Mark


def has_talk_box(ride: Ride) -> bool:
    """Return True when the tour has a talk box."""
    return ride.stage is not None and ride.stage.tour.options.get("talk") == "on"


def latest_lines(ride: Ride) -> list[Spoken]:
    """Return the latest lines, oldest first."""
    marks = look_of(ride).teams
    lines = list(TalkLine.objects.filter(ride=ride).select_related("seat").order_by("-pk")[:SHOWN])
    return [Spoken(line, marks[line.seat.team]) for line in reversed(lines)]


def say(
    *,
    ride: Ride,
    seats: Sequence[RideSeat],
    device: Device,
    number: int,
    text: str,
    token: str,
    at: datetime,
) -> None:
    """Store a line of a seat that this device holds. The same token is written once.

    Raises TalkRefused.
    """
    if ride.talk_closed:
        raise TalkRefused(_("The talk box was closed by the host."))
    if number not in device.seats:
        raise TalkRefused(_("That seat is not at this device. Load the page again."))
    text = tidy_name(text)
    _check_text(text)
    lines, seat = TalkLine.objects.filter(ride=ride), seats[number]
    if lines.filter(token=token).exists():
        return
    if lines.filter(seat=seat, at__gt=at - WITHIN).count() >= AT_ONCE:
        raise TalkRefused(
            _("So much at once nobody can read. Wait a moment, then send it again."), busy=True
        )
    if lines.count() >= MOST:
        raise TalkRefused(_("Enough was said in this stage: its talk box is full."))
    by = seat.player or look_of(ride).teams[seat.team].team
    try:
        with transaction.atomic():
            TalkLine.objects.create(ride=ride, seat=seat, by=by[:40], text=text, token=token, at=at)
    except IntegrityError:  # the same tap, on two ways at once
        if not lines.filter(token=token).exists():
            raise


def _check_text(text: str) -> None:
    """Refuse a line that is empty, too long or cannot be written."""
    if not text:
        raise TalkRefused(_("Write something first."))
    if len(text) > LONGEST:
        raise TalkRefused(
            _("That is too long: %(count)s characters, at most %(longest)s.")
            % {"count": len(text), "longest": LONGEST}
        )
    if has_unseen_character(text):
        raise TalkRefused(_("That holds characters that cannot be written."))


def context_of(
    ride: Ride,
    seats: list[RideSeat],
    device: Device,
    *,
    trouble: str = "",
    text: str = "",
    writing: bool = False,
) -> dict[str, Any]:
    """Return what the template of the talk box needs; `talk` is None where there is none."""
    if not has_talk_box(ride):
        return {"talk": None}
    lines, marks = latest_lines(ride), look_of(ride).teams
    last = lines[-1].line.pk if lines else 0
    talk = {
        "lines": lines,
        "seen": f"{last}.{int(ride.talk_closed)}",
        "seats": [
            (number, seats[number].player or marks[seats[number].team].team)
            for number in device.seats
        ],
        "token": secrets.token_hex(12),
        "trouble": trouble,
        "text": text,
        "writing": writing,
        "longest": LONGEST,
    }
    return {"ride": ride, "device": device, "talk": talk}
