"""Prove that what is shown agrees with what was logged: read every log again from its first entry.

Nothing is repaired here. Each disagreement is described for the server's administrator; `manage.py
verify` prints them.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.results.log import chain
from tourmanager.results.log.reading import Ended, TourStartList, field_of, frame_of
from tourmanager.results.log.recording import standing_of
from tourmanager.results.log.stage_log import Logged, fold
from tourmanager.results.models import VERSION, Entry, LogHead, Standing
from tourmanager.results.publishing import approving
from tourmanager.results.publishing.verify_results import list_differences as differences
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.frame import Frame
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.scoring.result import StageResult
from tourmanager.scoring.result import read as read_result
from tourmanager.scoring.words import join_with_and
from tourmanager.tabletop.registry import room
from tourmanager.tours.models import REST, Stage, Tour

T = TypeVar("T")
NAMED = 5  # riders that one sentence lists


class Remedy(Enum):
    """What an administrator does about what was found."""

    RESTORE = "restore"  # a log, or what follows from it alone, was changed
    REBUILD = "rebuild"  # logs are whole, results stored from them are not
    CORRECT = "correct"  # a stored result is right, and the stage has to be ended again

    def say(self, tour: str) -> str:
        """Say what to do; `tour` is what commands call the tour."""
        match self:
            case Remedy.RESTORE:
                return _(
                    "Next: find the newest backup in which verify finds nothing, and restore it"
                    " (manage.py restore FILE). Keep a backup of the database as it is now, which"
                    " shows what was changed. Nothing else repairs a log."
                )
            case Remedy.REBUILD:
                return _(
                    "Next: the log is whole, so make the results from it again"
                    " (manage.py rebuild %(tour)s). With --dry-run it only says what would change."
                ) % {"tour": tour}
        return _(
            "Next: a director reopens the stage on its page, looks at what is missing, and ends it"
            " again."
        )


@dataclass
class Verified:
    """The number of things checked in a tour, and the problems found."""

    tour: Tour
    stages: int = 0
    entries: int = 0
    standings: int = 0
    problems: list[str] = field(default_factory=list)
    remedies: list[Remedy] = field(default_factory=list)  # what to do about the problems
    # stages whose result an older version made otherwise
    outdated: list[str] = field(default_factory=list)


def verify(tour: Tour) -> Verified:
    """Read all logs of the tour again and compare them with what is stored."""
    room(tour.game)  # raises UnknownGame
    start_list = field_of(tour)
    stages, logs = logs_of(tour)
    standing = {row.stage_id: row for row in Standing.objects.filter(stage__tour=tour)}
    found = Verified(tour, len(stages), sum(map(len, logs.values())), len(standing))

    broken = find_changed_logs(tour, stages, logs)
    for stage in stages:
        found.problems += check_numbering(str(stage), logs[stage.pk])
        found.problems += [broken[stage.pk]] if stage.pk in broken else []
    bodies = {stage.pk: _readable(stage, logs[stage.pk], found.problems) for stage in stages}
    for stage in stages:
        found.problems += check_names(str(stage), bodies[stage.pk], _known_names(stage, start_list))
    in_logs = len(found.problems)
    proved = rebuild_sheets(stages, bodies, logs, start_list)
    for stage in stages:
        _compare(found, stage, standing.get(stage.pk), proved.get(stage.pk), start_list)
    in_results = len(found.problems) - in_logs
    missing = _shown_now(stages, bodies, standing, start_list)
    states = [
        *check_states(tour, stages, bodies),
        *_ended_at(stages, logs),
        *_approvals(stages, logs, bodies),
    ]
    found.problems += [*missing, *states]
    if in_logs or states:
        found.remedies.append(Remedy.RESTORE)
    if in_results and not in_logs:
        found.remedies.append(Remedy.REBUILD)
    if missing and not in_logs and not in_results:
        found.remedies.append(Remedy.CORRECT)
    return found


def _compare(
    found: Verified,
    stage: Stage,
    kept: Standing | None,
    proved: tuple[int, Sheet] | None,
    start_list: TourStartList,
) -> None:
    """Note where the stored result of a stage is not what its log adds up to."""
    wrong = _standing_agrees(stage, kept, proved, start_list)
    if wrong and kept and proved and kept.version < VERSION:
        found.outdated.append(str(stage))
    else:
        found.problems += wrong


def _known_names(stage: Stage, start_list: TourStartList) -> set[str]:
    """Return the riders, teams and lines that a log may name."""
    lines = {line.key for line in stage.lines.all()}
    return {e.FINISH, *start_list.riders, *start_list.by_letter, *lines}


def logs_of(tour: Tour) -> tuple[list[Stage], dict[int, list[Entry]]]:
    """Return the stages of a tour in order, with their lines, and the log of each."""
    stages = list(tour.stages.order_by("number").prefetch_related("lines"))
    for stage in stages:
        stage.tour = tour
    logs: dict[int, list[Entry]] = {stage.pk: [] for stage in stages}
    for entry in Entry.objects.filter(stage__tour=tour).order_by("stage__number", "seq"):
        logs[entry.stage_id].append(entry)
    return stages, logs


def find_changed_logs(
    tour: Tour,
    stages: Sequence[Stage],
    logs: dict[int, list[Entry]],
) -> dict[int, str]:
    """Return the stages whose logs do not fit their checksums, and where (2 queries)."""
    heads = {head.stage_id: head for head in LogHead.objects.filter(stage__tour=tour)}
    anchors = Standing.objects.filter(stage__tour=tour).values_list("stage", "seq", "checksum")
    ended = {stage: (seq, checksum) for stage, seq, checksum in anchors}
    found = {}
    for stage in stages:
        head, log = heads.get(stage.pk) or LogHead(), logs[stage.pk]
        trouble = chain.find_break(log, head.seq, head.checksum)
        if not trouble and stage.pk in ended:
            trouble = chain.find_rewritten(log, *ended[stage.pk])
        if trouble:
            found[stage.pk] = f"{stage}: {trouble}"
    return found


def check_numbering(stage: str, log: Sequence[Entry]) -> list[str]:
    """Check that entries are numbered 1, 2, 3 … without a gap, and no token is there twice."""
    problems = []
    for place, entry in enumerate(log, start=1):
        if entry.seq != place:
            problems.append(
                _(
                    "%(stage)s: entry %(place)s of the log is numbered %(seq)s, so "
                    "an entry is missing or doubled."
                )
                % {"stage": stage, "place": place, "seq": entry.seq}
            )
            break
    for token, times in Counter(entry.token for entry in log).items():
        if times > 1:
            seqs = " and ".join(str(entry.seq) for entry in log if entry.token == token)
            problems.append(
                _(
                    "%(stage)s: entries %(seqs)s bear the same token, so one tap may "
                    "count %(times)s times."
                )
                % {"stage": stage, "seqs": seqs, "times": times}
            )
    if any(not entry.token for entry in log):
        problems.append(_("%(stage)s: an entry has no token.") % {"stage": stage})
    return problems


def check_names(stage: str, log: Sequence[Logged], known: set[str]) -> list[str]:
    """Check that the log names nobody and nothing that the tour does not have."""
    problems = []
    for entry in log:
        problems += [
            _("%(stage)s: entry %(seq)s names %(name)s, which this tour does not have.")
            % {"stage": stage, "seq": entry.seq, "name": name}
            for name in names_in_entry(entry.body)
            if name not in known
        ]
    return problems


def names_in_entry(body: e.EntryBody) -> list[str]:
    """Return the riders, teams and lines of the course that an entry names."""
    if isinstance(body, e.Results):
        return _named_in_results(body)
    names = [
        value
        for name in ("rider", "team", "line", "who")
        if (value := getattr(body, name, None)) is not None
    ]
    return [*names, *getattr(body, "riders", ())]


def _named_in_results(body: e.Results) -> list[str]:
    """Return the riders of imported results; their lines may be none of the course."""
    lines = [rider for line in body.lines or () for rider in line.riders]
    awards = [award.rider for award in body.awards or ()]
    penalties = [penalty.who for penalty in body.penalties or ()]
    return [*_arrived_in(body), *lines, *awards, *(body.statuses or ()), *penalties]


def _arrived_in(body: e.Results) -> list[str]:
    return [given.rider for given in body.arrivals or ()]


def expected_states(
    logs: Sequence[Sequence[e.EntryBody]], rest: Sequence[bool] = ()
) -> list[tuple[str, bool]]:
    """Return the state of each stage, and whether it is open for correction, from its log
    (CP-APP-018, CP-APP-019).

    `rest` says which are rest days. A rest day ends with the stage before it.
    """
    told: list[tuple[str, bool]] = []
    for log, resting in zip(logs, rest or [False] * len(logs), strict=True):
        over = all(state == Stage.State.ENDED for state, _ in told)
        if any(isinstance(body, e.End) for body in log):
            told.append((Stage.State.ENDED, _is_reopened(log)))
        elif over and resting and told:
            told.append((Stage.State.ENDED, False))
        else:
            told.append((Stage.State.ACTIVE if over else Stage.State.PENDING, False))
    return told


def _is_reopened(log: Sequence[e.EntryBody]) -> bool:
    """Return True when a stage was reopened and neither ended nor given up since."""
    steering = [body for body in log if isinstance(body, e.End | e.Reopen | e.Discard | e.Resume)]
    return isinstance(steering[-1], e.Reopen | e.Resume)


def check_states(tour: Tour, stages: Sequence[Stage], logs: dict[int, list[Logged]]) -> list[str]:
    """Check that stages and tour are in the state that their logs have left them in."""
    problems = []
    told = expected_states(
        [[entry.body for entry in logs[stage.pk]] for stage in stages],
        [stage.kind == REST for stage in stages],
    )
    for stage, (state, reopened) in zip(stages, told, strict=True):
        problems += _state_problem(stage, state, reopened=reopened)
        if state == Stage.State.PENDING and logs[stage.pk]:
            problems.append(
                _("%(stage)s: something is logged though the stages before it have not all ended.")
                % {"stage": stage}
            )
    finished = bool(told) and all(state == Stage.State.ENDED for state, _ in told)
    return [*problems, *_tour_problem(tour, finished=finished)]


def _tour_problem(tour: Tour, *, finished: bool) -> list[str]:
    """Say where the tour is kept in another state than its stages leave it in."""
    if tour.is_finished == finished:
        return []
    sentence = (
        _("The tour is kept as “%(state)s”, but all stages have ended.")
        if finished
        else _("The tour is kept as “%(state)s”, but a stage has not ended.")
    )
    return [sentence % {"state": tour.get_state_display()}]


def _state_problem(stage: Stage, state: str, *, reopened: bool) -> list[str]:
    """Compare the state of a stage with the one that its log has left."""
    if stage.state != state:
        return [
            _("%(stage)s: it is kept as “%(kept)s”, its log says “%(logged)s”.")
            % {
                "stage": stage,
                "kept": stage.get_state_display(),
                "logged": Stage.State(state).label,
            }
        ]
    if stage.reopened and not reopened:
        text = _("%(stage)s: it is kept as open for correction, its log says closed.")
        return [text % {"stage": stage}]
    if reopened and not stage.reopened:
        text = _("%(stage)s: it is kept as closed for correction, its log says open.")
        return [text % {"stage": stage}]
    return []


def _readable(stage: Stage, log: Sequence[Entry], problems: list[str]) -> list[Logged]:
    """Return the entries that can be read; add the others to the problems."""
    read = []
    for entry in log:
        try:
            read.append(Logged(entry.seq, e.load(entry.body), entry.client, entry.by_id))
        except e.Unreadable as error:
            problems.append(
                _("%(stage)s: entry %(seq)s cannot be read: %(error)s.")
                % {"stage": stage, "seq": entry.seq, "error": error}
            )
    return read


def rebuild_sheets(
    stages: Sequence[Stage],
    bodies: dict[int, list[Logged]],
    logs: dict[int, list[Entry]],
    start_list: TourStartList,
) -> dict[int, tuple[int, Sheet]]:
    """Return the entry that last ended each stage, and the sheet it ended with.

    The stages are ended again in the order in which they were: a stage is read against the stored
    results of the others at that moment, as it was at the table.
    """
    by_pk = {stage.pk: stage for stage in stages}
    ends = sorted(
        (
            entry
            for log in logs.values()
            for entry in log
            if isinstance(entry.body, dict) and entry.body.get("do") == "end"
        ),
        key=lambda entry: (entry.at, entry.pk),
    )
    proved: dict[int, tuple[int, Sheet]] = {}
    stood: dict[int, Standing] = {}
    for end in ends:
        stage = by_pk[end.stage_id]
        ended = Ended(sorted(stood.values(), key=lambda standing: standing.stage.number))
        frame = frame_of(stage, stage.lines.all(), start_list, ended)
        sheet = fold(frame, [entry for entry in bodies[stage.pk] if entry.seq <= end.seq]).sheet
        proved[stage.pk] = (end.seq, sheet)
        stood[stage.pk] = standing_of(stage, sheet, seq=end.seq, at=end.at)
    return proved


def _standing_agrees(
    stage: Stage, kept: Standing | None, proved: tuple[int, Sheet] | None, start_list: TourStartList
) -> list[str]:
    if proved is None:
        return (
            []
            if kept is None
            else [
                _("%(stage)s: a result is kept, but its log has not ended it.") % {"stage": stage}
            ]
        )
    if kept is None:
        return [
            _("%(stage)s: its log has ended it, but nothing is kept of its result.")
            % {"stage": stage}
        ]
    seq, sheet = proved
    problems = []
    if not kept.checksum:
        problems.append(
            _("%(stage)s: the result names no checksum of the entry that ended the stage.")
            % {"stage": stage}
        )
    if kept.seq != seq:
        problems.append(
            _(
                "%(stage)s: the result is kept as of entry %(seq)s, the stage was "
                "last ended by entry %(last)s."
            )
            % {"stage": stage, "seq": kept.seq, "last": seq}
        )
    try:
        result = read_result(kept.result)
    except msgspec.ValidationError as error:
        return [
            *problems,
            _("%(stage)s: the result that is kept cannot be read: %(error)s.")
            % {"stage": stage, "error": error},
        ]
    return problems + [
        f"{stage}: {text}" for text in differences(result, sheet.result(), start_list.names)
    ]


def _shown_now(
    stages: Sequence[Stage],
    bodies: dict[int, list[Logged]],
    kept: dict[int, Standing],
    start_list: TourStartList,
) -> list[str]:
    """Find riders who arrived in a stored result, are still in the race, and are missing on the
    pages of that stage.

    Pages read the log of an ended stage against what stands now, not against what stood when it was
    ended.
    """
    ended = Ended([kept[stage.pk] for stage in stages if stage.pk in kept])
    try:
        results = {result.number: result for result in ended.results}
    except msgspec.ValidationError:
        return []  # that it cannot be read has been said
    problems = []
    for stage in stages:
        if stage.pk in kept and stage.number in results:
            frame = frame_of(stage, stage.lines.all(), start_list, ended)
            sheet = _sheet_until(kept[stage.pk].seq, bodies[stage.pk], frame)
            if missing := _missing_arrivals(results[stage.number], sheet):
                problems.append(_say_missing(stage, [start_list.names[rider] for rider in missing]))
    return problems


def _sheet_until(seq: int, log: list[Logged], frame: Frame) -> Sheet:
    """Sum up the entries of a log up to that one."""
    return fold(frame, [entry for entry in log if entry.seq <= seq]).sheet


def _missing_arrivals(result: StageResult, sheet: Sheet) -> list[str]:
    """Return riders of the race who arrived in the result and not in the sheet."""
    shown = {arrival.rider for arrival in sheet.result().arrivals}
    arrived = [arrival.rider for arrival in result.arrivals]
    return [rider for rider in arrived if rider in sheet.frame.riders and rider not in shown]


def _say_missing(stage: Stage, riders: Sequence[str]) -> str:
    names = join_with_and(riders[:NAMED])
    if len(riders) > NAMED:
        names = _("%(riders)s and others") % {"riders": names}
    text = ngettext(
        "%(stage)s: %(count)s rider of its kept result is missing when its log is read as things"
        " stand now: %(riders)s.",
        "%(stage)s: %(count)s riders of its kept result are missing when its log is read as things"
        " stand now: %(riders)s.",
        len(riders),
    )
    return text % {"stage": stage, "count": len(riders), "riders": names}


def _ended_at(stages: Sequence[Stage], logs: dict[int, list[Entry]]) -> list[str]:
    """Check that a stage has ended when its last "end" was recorded."""
    problems = []
    for stage in stages:
        if stage.kind == REST:
            continue  # it ended with the stage before it
        at = [
            entry.at
            for entry in logs[stage.pk]
            if isinstance(entry.body, dict) and entry.body.get("do") == "end"
        ]
        if stage.ended_at != (at[-1] if at else None):
            problems.append(
                _("%(stage)s: the time of its end differs from that of the entry that ended it.")
                % {"stage": stage}
            )
    return problems


def _approvals(
    stages: Sequence[Stage], logs: dict[int, list[Entry]], bodies: dict[int, list[Logged]]
) -> list[str]:
    """Check that a stage is official if its log says so, and since then."""
    problems = []
    for stage in stages:
        rows = {entry.seq: entry for entry in logs[stage.pk]}
        states = [entry for entry in bodies[stage.pk] if isinstance(entry.body, approving.STATES)]
        approval, since = approving.approval_from_log(
            (entry.body, rows[entry.seq].at) for entry in states
        )
        imported = rows[states[-1].seq].imported if states else 0
        if stage.approval != approval:
            problems.append(
                _("%(stage)s: it is kept as “%(kept)s”, its log says “%(approval)s”.")
                % {"stage": stage, "kept": stage.get_approval_display(), "approval": approval.label}
            )
        elif stage.approved_at != since:
            problems.append(
                _(
                    "%(stage)s: the time since which it is official differs from "
                    "that of the entry that said so."
                )
                % {"stage": stage}
            )
        if stage.state_imported != imported:
            problems.append(
                _("%(stage)s: whether an imported file says how it stands differs from its log.")
                % {"stage": stage}
            )
    return problems
