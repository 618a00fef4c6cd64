"""Define the fields of log entries with their limits, and the rows of a table of results.

Riders are codes (`b4`), teams letters (`b`): `scoring/codes.py`. The entries stand in `entries.py`.
"""

from typing import Annotated

import msgspec

from tourmanager.scoring import codes

Line = Annotated[str, msgspec.Meta(pattern=r"^(?:[sp][1-9][0-9]?|finish)\Z")]
Rider = Annotated[str, msgspec.Meta(pattern=rf"^{codes.RIDER}\Z")]
Team = Annotated[str, msgspec.Meta(pattern=rf"^{codes.TEAM}\Z")]
Either = Annotated[str, msgspec.Meta(pattern=rf"^{codes.TEAM}(?:{codes.NUMBER})?\Z")]
Reason = Annotated[str, msgspec.Meta(max_length=200)]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=359_999)]
Paid = Annotated[int, msgspec.Meta(ge=0, le=9_999)]
UnitNumber = Annotated[int, msgspec.Meta(ge=1, le=999)]
PlaceNumber = Annotated[int, msgspec.Meta(ge=1, le=999)]  # in an order, from 1
Seq = Annotated[int, msgspec.Meta(ge=1, le=99_999)]
RideSlug = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,100}\Z")]


class Given(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A rider's row in a table of results; what is blank there is None here."""

    rider: Rider
    seconds: Seconds | None = None
    # where it is not their position in the list
    place: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0
    fraction: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0
    bonus: Seconds | None = None


class GivenLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The order over one line in a table of results, with the points it paid where they are
    known.
    """

    key: Line
    label: Annotated[str, msgspec.Meta(max_length=60)]
    category: Annotated[str, msgspec.Meta(max_length=20)]
    riders: tuple[Rider, ...]
    paid: tuple[Paid, ...] = ()
    # the one that was paid in; "" for all
    classification: Annotated[str, msgspec.Meta(max_length=20)] = ""
