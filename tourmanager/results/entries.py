"""What can be said in a stage log: one small value for each thing a director does.

A body in JSON is `{"do": "place", "line": "s1", "rider": "b4"}`; `read(write(body)) == body`. Whether it fits the stage is judged by
the sheet (`sheet.py`), not here. Lines are `s1` …, `p1` …, `finish`; riders are codes (`b4`), teams letters (`b`).
"""

from typing import Annotated, Any, Literal

import msgspec

Line = Annotated[str, msgspec.Meta(pattern=r"^(?:[sp][1-9][0-9]?|finish)\Z")]
Rider = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{1,2}[1-9][0-9]?\Z")]
Team = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{1,2}\Z")]
Either = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{1,2}(?:[1-9][0-9]?)?\Z")]
Reason = Annotated[str, msgspec.Meta(max_length=200)]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=359_999)]
Paid = Annotated[int, msgspec.Meta(ge=0, le=9_999)]
UnitNumber = Annotated[int, msgspec.Meta(ge=1, le=999)]
Seq = Annotated[int, msgspec.Meta(ge=1, le=99_999)]
RideSlug = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,100}\Z")]

ADVANTAGES = ("bottle", "sprint", "attack", "mountain_attack")
FINISH = "finish"


class Place(msgspec.Struct, frozen=True, tag_field="do", tag="place", forbid_unknown_fields=True):
    """A rider crosses a sprint or the end of a pass: he gets the next place there."""

    line: Line
    rider: Rider


class Remove(msgspec.Struct, frozen=True, tag_field="do", tag="remove", forbid_unknown_fields=True):
    """A placed rider is taken out again, of a line or of the arrivals."""

    line: Line
    rider: Rider


class Move(msgspec.Struct, frozen=True, tag_field="do", tag="move", forbid_unknown_fields=True):
    """A placed rider gets another place (from 1); those between move by one."""

    line: Line
    rider: Rider
    place: Annotated[int, msgspec.Meta(ge=1, le=999)]


class Turn(msgspec.Struct, frozen=True, tag_field="do", tag="turn", forbid_unknown_fields=True):
    """The turn clock: arrivals from now on cross in this turn, 0 being the first one's (CP-M-021)."""

    turn: Annotated[int, msgspec.Meta(ge=0, le=99)]


class Arrive(msgspec.Struct, frozen=True, tag_field="do", tag="arrive", omit_defaults=True, forbid_unknown_fields=True):
    """Riders cross the finish: with the arrival being logged, with the one named, or as a new one on a square that is known."""

    riders: Annotated[tuple[Rider, ...], msgspec.Meta(min_length=1, max_length=999)]
    unit: UnitNumber | None = None
    square: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None


class Square(msgspec.Struct, frozen=True, tag_field="do", tag="square", forbid_unknown_fields=True):
    """The run-out square of an arrival's riders that have none yet; of one of them where `rider` is given."""

    square: Annotated[int, msgspec.Meta(ge=1, le=20)]
    unit: UnitNumber | None = None
    rider: Rider | None = None


class Die(msgspec.Struct, frozen=True, tag_field="do", tag="die", forbid_unknown_fields=True):
    """The last die of an arrival: its second within the square's interval (CP-M-023)."""

    die: Annotated[int, msgspec.Meta(ge=1, le=6)]
    unit: UnitNumber | None = None


class Time(msgspec.Struct, frozen=True, tag_field="do", tag="time", forbid_unknown_fields=True):
    """An arrival's time typed by hand, in seconds; it replaces square and die."""

    seconds: Annotated[int, msgspec.Meta(ge=0, le=359_999)]
    unit: UnitNumber | None = None


class Kind(msgspec.Struct, frozen=True, tag_field="do", tag="kind", forbid_unknown_fields=True):
    """An arrival is a paceline or a peloton, where its number of riders says otherwise (CP-J-040)."""

    kind: Annotated[str, msgspec.Meta(pattern=r"^(?:paceline|peloton)\Z")]
    unit: UnitNumber


class UnitTurn(msgspec.Struct, frozen=True, tag_field="do", tag="unit_turn", forbid_unknown_fields=True):
    """An arrival crossed in another turn than it was logged in."""

    turn: Annotated[int, msgspec.Meta(ge=0, le=99)]
    unit: UnitNumber


class Use(msgspec.Struct, frozen=True, tag_field="do", tag="use", forbid_unknown_fields=True):
    """A team uses an advantage (CP-APP-021)."""

    team: Team
    advantage: str


class GiveBack(msgspec.Struct, frozen=True, tag_field="do", tag="give_back", forbid_unknown_fields=True):
    """An advantage counted by mistake is given back."""

    team: Team
    advantage: str


class Double(msgspec.Struct, frozen=True, tag_field="do", tag="double", forbid_unknown_fields=True):
    """A team's leader makes a double throw in a pass (CP-APP-015)."""

    line: Line
    team: Team


class DoubleBack(msgspec.Struct, frozen=True, tag_field="do", tag="double_back", forbid_unknown_fields=True):
    line: Line
    team: Team


class Exhaustion(msgspec.Struct, frozen=True, tag_field="do", tag="exhaustion", forbid_unknown_fields=True):
    """The exhaustion cards a rider has as he arrives, in pile, recycled cards and hand (FR-T-031). None takes that back."""

    rider: Rider
    cards: Annotated[int, msgspec.Meta(ge=0, le=60)] | None


class Trait(msgspec.Struct, frozen=True, tag_field="do", tag="trait", forbid_unknown_fields=True):
    """A rider has a special trait for the rest of the tour (FR-T-040); "" takes it back."""

    rider: Rider
    trait: Annotated[str, msgspec.Meta(max_length=20)]


class Out(msgspec.Struct, frozen=True, tag_field="do", tag="out", forbid_unknown_fields=True):
    """A rider has an accident on a descent (CP-M-045)."""

    rider: Rider


class Back(msgspec.Struct, frozen=True, tag_field="do", tag="back", forbid_unknown_fields=True):
    """He was taken out by mistake."""

    rider: Rider


class Status(msgspec.Struct, frozen=True, tag_field="do", tag="status", forbid_unknown_fields=True):
    """A rider did not finish, did not start, was outside the limit or is disqualified; "" takes that back."""

    rider: Rider
    status: Literal["", "dnf", "dns", "otl", "dsq"]


class OwnTime(msgspec.Struct, frozen=True, tag_field="do", tag="own_time", forbid_unknown_fields=True):
    """A rider's own time, whatever he arrived with: seconds and thousandths. None takes it back."""

    rider: Rider
    seconds: Seconds | None
    fraction: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0


class OwnBonus(msgspec.Struct, frozen=True, tag_field="do", tag="own_bonus", forbid_unknown_fields=True):
    """Seconds given to a rider on this stage in all, whatever the scheme gives. None takes it back."""

    rider: Rider
    seconds: Seconds | None


class Penalise(msgspec.Struct, frozen=True, tag_field="do", tag="penalise", forbid_unknown_fields=True):
    """The jury takes seconds or points from a rider, or seconds from a team."""

    who: Either
    amount: Annotated[int, msgspec.Meta(ge=1, le=86_400)]
    unit: Literal["seconds", "points", "team_seconds"] = "seconds"
    reason: Reason = ""
    classification: Annotated[str, msgspec.Meta(max_length=20)] = ""  # where points are taken from


class CancelPenalty(msgspec.Struct, frozen=True, tag_field="do", tag="cancel_penalty", forbid_unknown_fields=True):
    """Penalty number … of the stage (from 1) is given back; it stays visible."""

    number: Annotated[int, msgspec.Meta(ge=1, le=999)]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Counts(msgspec.Struct, frozen=True, tag_field="do", tag="counts", forbid_unknown_fields=True):
    """A neutralised stage counts for points only, a cancelled one for nothing."""

    counts: Literal["all", "points", "nothing"]
    reason: Reason = ""


class Given(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A rider's line in a table of results; what is blank there is None here."""

    rider: Rider
    seconds: Seconds | None = None
    place: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0  # where it is not his position in the list
    fraction: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0
    bonus: Seconds | None = None


class GivenLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The order over one line in a table of results, with the points it paid where they are known."""

    key: Line
    label: Annotated[str, msgspec.Meta(max_length=60)]
    category: Annotated[str, msgspec.Meta(max_length=20)]
    riders: tuple[Rider, ...]
    paid: tuple[Paid, ...] = ()


class Results(msgspec.Struct, frozen=True, tag_field="do", tag="results", omit_defaults=True, forbid_unknown_fields=True):
    """A whole table of results: it replaces the arrivals, and the lines it names. None leaves as it is what the table did not have."""

    arrivals: Annotated[tuple[Given, ...], msgspec.Meta(max_length=999)] | None = None
    lines: Annotated[tuple[GivenLine, ...], msgspec.Meta(max_length=60)] | None = None
    statuses: dict[Rider, Literal["dnf", "dns", "otl", "dsq"]] | None = None
    penalties: Annotated[tuple[Penalise, ...], msgspec.Meta(max_length=500)] | None = None
    finish_paid: dict[str, dict[Rider, Paid]] | None = None  # points at the finish: classification, rider
    source: Annotated[str, msgspec.Meta(max_length=120)] = ""  # the file it came from


class Digital(msgspec.Struct, frozen=True, tag_field="do", tag="digital", omit_defaults=True, forbid_unknown_fields=True):
    """The stage was ridden on the screen, in the ride of that address: what follows of it is what its engine came to."""

    ride: RideSlug
    until: Annotated[int, msgspec.Meta(ge=0, le=999)] = 0  # the turn after which it went on at the table; 0 where it did not


class Official(msgspec.Struct, frozen=True, tag_field="do", tag="official", forbid_unknown_fields=True):
    """The director makes an ended stage official, or asks somebody else to confirm it (`ask`)."""

    ask: bool = False


class Confirm(msgspec.Struct, frozen=True, tag_field="do", tag="confirm", forbid_unknown_fields=True):
    """A second person has seen the same figures; `seq` is the last entry that was shown to him."""

    seq: Seq


class Reject(msgspec.Struct, frozen=True, tag_field="do", tag="reject", forbid_unknown_fields=True):
    """The second person found something wrong: the stage is provisional again."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class End(msgspec.Struct, frozen=True, tag_field="do", tag="end", forbid_unknown_fields=True):
    """End stage; `accepted` names the warnings the director has seen and lets stand."""

    accepted: tuple[str, ...] = ()


class Reopen(msgspec.Struct, frozen=True, tag_field="do", tag="reopen", forbid_unknown_fields=True):
    """An ended stage is opened for correction (CP-APP-019)."""


class Discard(msgspec.Struct, frozen=True, tag_field="do", tag="discard", forbid_unknown_fields=True):
    """A correction is given up: everything since the stage was ended counts for nothing."""


class Undo(msgspec.Struct, frozen=True, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """The entry of that number counts for nothing."""

    seq: Seq


class Redo(msgspec.Struct, frozen=True, tag_field="do", tag="redo", forbid_unknown_fields=True):
    """The undone entry of that number counts again."""

    seq: Seq


Body = (
    Place
    | Remove
    | Move
    | Turn
    | Arrive
    | Square
    | Die
    | Time
    | Kind
    | UnitTurn
    | Use
    | GiveBack
    | Double
    | DoubleBack
    | Exhaustion
    | Trait
    | Out
    | Back
    | Status
    | OwnTime
    | OwnBonus
    | Penalise
    | CancelPenalty
    | Counts
    | Results
    | Digital
    | Official
    | Confirm
    | Reject
    | End
    | Reopen
    | Discard
    | Undo
    | Redo
)
STEERING = (End, Reopen, Discard, Undo, Redo, Official, Confirm, Reject)  # these act on the log, not on the sheet, and cannot be undone

_decoder: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)


class Unreadable(ValueError):
    """What was sent is no entry."""


def read(text: str | bytes) -> Body:
    """The body written so. Raises Unreadable."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(str(error)) from error


def load(data: Any) -> Body:
    """The body from its JSON value, as the database keeps it. Raises Unreadable."""
    try:
        body: Body = msgspec.convert(data, Body)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Unreadable(str(error)) from error
    return body


def write(body: Body) -> str:
    return msgspec.json.encode(body).decode()


def dump(body: Body) -> dict[str, Any]:
    """The body as a JSON value."""
    value: dict[str, Any] = msgspec.to_builtins(body)
    return value
