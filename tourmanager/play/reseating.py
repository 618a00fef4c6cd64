"""Who took which seat in the middle of a stage (and so sees its hand), and whose card was typed again: told to everybody."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from tourmanager.play.lines import Line
from tourmanager.play.look import Look
from tourmanager.play.models import Ride, RideSeat, Step

MOST = 200  # of a stage; the oldest are forgotten
WORDS = {
    RideSeat.Kind.BOT: "A bot rides for {team} now.",
    RideSeat.Kind.HERE: "{who} rides for {team} now, on the device of whoever began the stage.",
    RideSeat.Kind.LINK: "{who} rides for {team} now, on another device.",
    "retyped": "A card of {team} was typed wrong: it is typed again.",
}


def note(ride: Ride, seat: RideSeat, kind: str, player: str) -> None:
    """For a writer who holds the ride. Before the start nothing is told: nobody has a hand."""
    if ride.state != Ride.State.RIDING:
        return
    seq = Step.objects.filter(ride=ride).order_by("-seq").values_list("seq", flat=True).first() or 0
    ride.reseated = [*ride.reseated, [seq, seat.team, kind, player]][-MOST:]
    ride.save(update_fields=["reseated"])


def told(ride: Ride, look: Look) -> Iterator[Line]:
    for seq, team, kind, player in ride.reseated:
        who = " ".join(player.split()) or "Somebody"
        words = WORDS[kind].format(who=who, team=look.teams[team].team)
        yield Line(seq, False, "", words, tuple(look.riders_of({team}))[:1], kind="reseated")


def among(lines: Sequence[Line], ride: Ride, look: Look, until: int | None = None) -> list[Line]:
    """The commentary with them, up to a step where one is given."""
    found = list(lines)
    for line in told(ride, look):
        if until is None or line.seq <= until:
            found.insert(bisect_right(found, line.seq, key=lambda each: each.seq), line)
    return found


def in_log(text: str, ride: Ride, look: Look, seqs: Sequence[int]) -> str:
    """The log of the steps of these numbers, with a remark wherever a seat changed hands."""
    rows = text.splitlines()
    head = len(rows) - len(seqs) - any(row.startswith("end ") for row in rows[-1:])
    for line in reversed(list(told(ride, look))):
        rows.insert(head + bisect_right(seqs, line.seq), f"# {line.text}")
    return "\n".join(rows) + "\n"
