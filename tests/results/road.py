"""A stage log in words, for tests: "place s1 a1", "arrive a1 b1", "square 10", "die 4", "use a
bottle", "undo 3" …
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from games.cycling_party.table.advantages import stock
from games.cycling_party.table.master import master
from tourmanager.results.log.stage_log import Logged, StageLog, fold
from tourmanager.results.sheet import entries as e
from tourmanager.results.sheet.frame import Frame, FrameLine
from tourmanager.scoring.scheme import scheme
from tourmanager.tabletop.cycling_party.table import entries as cp
from tourmanager.tabletop.cycling_party.table.frame import CyclingPartyFrame
from tourmanager.tabletop.flamme_rouge.table import entries as fr
from tourmanager.tabletop.flamme_rouge.table.frame import FlammeRougeFrame

RULES = scheme("cycling_party_master")
FORMS: dict[str, Any] = {
    "place": lambda line, rider: e.Place(line, rider),
    "remove": lambda line, rider: e.Remove(line, rider),
    "move": lambda line, rider, place: e.Move(line, rider, int(place)),
    "turn": lambda turn: e.Turn(int(turn)),
    "arrive": lambda *riders: e.Arrive(riders),
    "cross": lambda square, *riders: e.Arrive(riders, square=int(square)),
    "join": lambda unit, *riders: e.Arrive(riders, int(unit)),
    "insert": lambda place, *riders: e.Arrive(riders, place=int(place)),
    "insert_on": lambda square, place, *riders: e.Arrive(
        riders, square=int(square), place=int(place)
    ),
    "join_at": lambda unit, place, *riders: e.Arrive(riders, int(unit), place=int(place)),
    "regroup": lambda place, *riders: e.Regroup(riders, int(place)),
    "regroup_to": lambda unit, place, *riders: e.Regroup(riders, int(place), int(unit)),
    "remove_unit": lambda unit: e.RemoveUnit(int(unit)),
    "square": lambda square, unit=None, rider=None: e.Square(
        int(square), unit and int(unit), rider
    ),
    "die": lambda die, unit=None: cp.Die(int(die), unit and int(unit)),
    "time": lambda seconds, unit=None: e.Time(int(seconds), unit and int(unit)),
    "kind": lambda kind, unit: cp.Kind(kind, int(unit)),
    "unit_turn": lambda turn, unit: e.UnitTurn(int(turn), int(unit)),
    "use": cp.Use,
    "give_back": cp.GiveBack,
    "double": cp.Double,
    "double_back": cp.DoubleBack,
    "exhaustion": lambda rider, cards=None: fr.Exhaustion(rider, cards and int(cards)),
    "trait": lambda rider, trait="": fr.GiveTrait(rider, trait),
    "out": e.Out,
    "back": e.Back,
    "status": lambda rider, status="": e.Status(rider, status),
    "own_time": lambda rider, seconds=None, fraction=0: e.OwnTime(
        rider, seconds and int(seconds), int(fraction)
    ),
    "own_bonus": lambda rider, seconds=None: e.OwnBonus(rider, seconds and int(seconds)),
    "penalise": lambda who, amount, unit="seconds", classification="": e.Penalise(
        who, int(amount), unit, "as said", classification
    ),
    "cancel": lambda number, *reason: e.CancelPenalty(int(number), " ".join(reason)),
    "counts": lambda counts: e.Counts(counts, "snow"),
    "digital": lambda ride, until=0: e.Digital(ride, int(until)),
    "official": lambda ask="": e.Official(ask == "ask"),
    "confirm": lambda seq: e.Confirm(int(seq)),
    "reject": lambda *reason: e.Reject(" ".join(reason)),
    "end": lambda *accepted: e.End(accepted),
    "reopen": e.Reopen,
    "discard": e.Discard,
    "resume": lambda seq: e.Resume(int(seq)),
    "undo": lambda seq, *also: e.Undo(int(seq), tuple(map(int, also))),
    "redo": lambda seq, *also: e.Redo(int(seq), tuple(map(int, also))),
}


def said(text: str) -> e.EntryBody:
    """The entry of a line of words."""
    word, *rest = text.split()
    body: e.EntryBody = FORMS[word](*rest)
    return body


def a_frame(
    riders: str = "a1 a2 a3 a4 a5 b1 b2 b3 b4 b5",
    lines: str = "is is hc first hill",
    type: str = "high",
    at_finish: str = "",
    **changes: Any,
) -> Frame:
    """A stage of those riders and lines (s1, s2 … and p1, p2 … in the order given)."""
    codes = tuple(riders.split())
    rows: dict[str, FrameLine] = {}
    for km, category in enumerate(lines.split(), start=1):
        sort = "s" if category == "is" else "p"
        key = f"{sort}{1 + sum(row[0] == sort for row in rows)}"
        label = f"{'Sprint' if sort == 's' else 'Pass'} {key[1:]}"
        points = tuple(RULES.line_points[category])
        rows[key] = FrameLine(key, label, category, 10 * km, points, at_finish=key == at_finish)
    teams = tuple(dict.fromkeys(code[0] for code in codes))
    fields: dict[str, Any] = {
        "number": 1,
        "type": type,
        "lines": rows,
        "riders": codes,
        "teams": teams,
        "names": (
            {code: f"{code[0].upper()} {code[1]}" for code in codes}
            | {team: f"Team {team.upper()}" for team in teams}
        ),
    }
    options: dict[str, str] = changes.get("options", {})
    own: dict[str, Any] = {
        "stock": stock(type),
        "mountain_attacks": dict.fromkeys(teams, 1),
        "tour_mountain_attacks": 1,
        "leaders": {team: f"{team}1" for team in teams},
        "doubles": {
            line.key: master().double_throws[line.category]
            for line in rows.values()
            if line.category in master().double_throws
        },
        "beyond_12": options.get("beyond_12", "zero"),
        "seconds_die": options.get("seconds_die", "shared"),
    }
    own |= {key: changes.pop(key) for key in [*changes] if key in own}
    fields |= {"key": "cycling_party", "game": CyclingPartyFrame(**own)}
    return Frame(**(fields | changes))


def a_rounds_frame(*words: str, **changes: Any) -> Frame:
    """A stage of Flamme Rouge; changes of what it adds to a frame, and of the frame."""
    own = {key: changes.pop(key) for key in [*changes] if key in FlammeRougeFrame.__struct_fields__}
    frame = a_frame(*words, **changes)
    return msgspec.structs.replace(frame, key="flamme_rouge", game=FlammeRougeFrame(**own))


def a_log(
    frame: Frame, words: Iterable[str], by: int | None = 1, client: str = "tablet"
) -> StageLog:
    """The log of those words, read; "2: place s1 a1" is said by user 2 on client "tablet2"."""
    log = []
    for seq, text in enumerate(words, start=1):
        who, colon, rest = text.partition(": ")
        other = int(who) if colon else None
        log.append(
            Logged(seq, said(rest if colon else text), f"{client}{other or ''}", other or by)
        )
    return fold(frame, log)


def arrivals(read: StageLog) -> str:
    """The arrivals as a table would show them: "b1 0:12, a1 0:12"; "–" where the time is
    missing.
    """
    sheet = read.sheet
    times = {rider: sheet.seconds_of(rider) for rider in sheet.order}
    return ", ".join(
        f"{rider} {'–' if time is None else f'{time // 60}:{time % 60:02}'}"
        for rider, time in times.items()
    )
