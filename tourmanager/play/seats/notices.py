"""Tell everybody who took which seat in the middle of a stage (and so sees what it hides), and
who typed again what lies on the table.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy

from tourmanager.play.boards.look import Look
from tourmanager.play.contract import screen_of
from tourmanager.play.log.lines import CommentaryLine
from tourmanager.play.log.reading import engine_of
from tourmanager.play.models import Ride, RideSeat, Step

MOST = 200  # of a stage; the oldest are forgotten
WORDS = {
    RideSeat.Kind.BOT: gettext_lazy("A bot rides for {team} now."),
    RideSeat.Kind.HERE: gettext_lazy(
        "{who} rides for {team} now, on the device that began the stage."
    ),
    RideSeat.Kind.LINK: gettext_lazy("{who} rides for {team} now, on another device."),
    "free": gettext_lazy("The seat of {team} is free: anybody with its link can take it."),
    "kept": gettext_lazy("{before} still rides for {team}."),
}
HOW = {  # why the seat changed hands
    "taken": gettext_lazy("At {at} {by} took the seat from {before}."),
    "left": gettext_lazy("At {at} {before} left the seat."),
    "agreed": gettext_lazy("At {at} {before} agreed to hand the seat over."),
    "refused": gettext_lazy("At {at} {by} asked for the seat, and {before} kept it."),
    "given": gettext_lazy("At {at} {by} gave the seat to somebody else."),
    "opened": gettext_lazy("At {at} the link of the seat was opened."),
}
FIELDS = ("seq", "team", "kind", "player", "how", "by", "before", "at", "via")
BY_LINK = "link"  # `via` of who came by the link of the seat
# `by` of rows of earlier releases, where somebody without a name came by the link
EARLIER_BY_LINK = ("somebody with the link", "Somebody with its link")  # not shown


def note_change(
    ride: Ride,
    seat: RideSeat,
    kind: str,
    player: str,
    *,
    how: str = "",
    by: str = "",
    via: str = "",
    at: datetime | None = None,
) -> None:
    """Note a change of seats; nothing before the start. The caller has locked the ride; `seat` is
    as it was."""
    if ride.state != Ride.State.RIDING:
        return
    when = at.isoformat() if at else ""
    row = [last_step(ride), seat.team, kind, player, how, by, seat.player, when, via]
    ride.reseated = [*ride.reseated, row][-MOST:]
    ride.save(update_fields=["reseated"])


def last_step(ride: Ride) -> int:
    steps = Step.objects.filter(ride=ride).order_by("-seq")
    return steps.values_list("seq", flat=True).first() or 0


def notice_lines(ride: Ride, look: Look) -> Iterator[CommentaryLine]:
    screen, has_secrets = screen_of(ride.game), engine_of(ride).hidden
    for row in ride.reseated:
        # rows were shorter
        fields = dict.fromkeys(FIELDS, "") | dict(zip(FIELDS, row, strict=False))
        riders = tuple(look.riders_of({fields["team"]}))[:1]
        if fields["kind"] == "retyped":
            words = str(screen.table_words.typed_again) % {"team": look.teams[fields["team"]].team}
            yield CommentaryLine(fields["seq"], False, "", words, riders, kind="retyped")
            continue
        words = _words_of(fields, look, screen.hidden_words.sealed_note if has_secrets else "")
        yield CommentaryLine(fields["seq"], False, "", words, riders, kind="reseated")


def _words_of(fields: Mapping[str, str], look: Look, sealed_note: str | Promise) -> str:
    """Say who has the seat now and who had it before, and where a bot took it over that it is
    sealed.
    """
    kind, how = fields["kind"], fields["how"]
    values = {
        "team": look.teams[fields["team"]].team,
        "who": " ".join(fields["player"].split()) or gettext("Somebody"),
        "before": " ".join(fields["before"].split()) or gettext("the player"),
        "by": _name_asker(fields["by"], fields["via"]),
        "at": f"{localtime(datetime.fromisoformat(fields['at'])):%H:%M}" if fields["at"] else "",
    }
    parts = [str(part).format(**values) for part in (HOW.get(how, ""), WORDS[kind]) if part]
    if kind == RideSeat.Kind.BOT and how in ("taken", "left") and sealed_note:
        parts.append(str(sealed_note) % {"who": values["before"]})
    words = " ".join(parts)
    return words[0].upper() + words[1:]


def _name_asker(by: str, via: str) -> str:
    """Name who took or asked for a seat, also somebody who gave no name."""
    if by in EARLIER_BY_LINK or (not by and via == BY_LINK):
        return gettext("somebody with the link")
    return by or gettext("the host")


def merge_notices(
    lines: Sequence[CommentaryLine], ride: Ride, look: Look, until: int | None = None
) -> list[CommentaryLine]:
    """Merge the notices of a ride into its commentary, up to a step where one is given."""
    all_lines = list(lines)
    for line in notice_lines(ride, look):
        if until is None or line.seq <= until:
            all_lines.insert(bisect_right(all_lines, line.seq, key=lambda each: each.seq), line)
    return all_lines


def annotate_log(text: str, ride: Ride, look: Look, seqs: Sequence[int]) -> str:
    """Write the log of the steps of these numbers, with a remark wherever a seat changed hands."""
    rows = text.splitlines()
    head = len(rows) - len(seqs) - any(row.startswith("end ") for row in rows[-1:])
    for line in reversed(list(notice_lines(ride, look))):
        rows.insert(head + bisect_right(seqs, line.seq), f"# {line.text}")
    return "\n".join(rows) + "\n"
