"""A logged entry in the director's words: for the undo button, the log's history and messages.

`say` needs only the frame; `done` also looks at the sheet and can add the place a rider has: "Blue 4, 2nd at Sprint 3".
"""

from collections.abc import Mapping, Sequence

from tourmanager.results import entries as e
from tourmanager.results.frame import Frame
from tourmanager.results.sheet import ADVANTAGE_NAMES, Sheet
from tourmanager.scoring.arrival import LAST_SQUARE
from tourmanager.scoring.arrival import interval as run_out_interval
from tourmanager.scoring.words import ordinal
from tourmanager.web.templatetags.race import clock

BEHIND = "the square behind the line"


def interval(square: int, beyond_12: str = "zero") -> str:
    """The seconds of a run-out square as its indicator shows them: "55–60" on the first (CP-M-022)."""
    if square > LAST_SQUARE and beyond_12 == "zero":
        return "0"
    least, most = run_out_interval(square)
    return f"{least}–{most}"


def listed(words: Sequence[str]) -> str:
    """ "Blue 4, Blue 5 and Red 1"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def say(body: e.Body, frame: Frame, log: Mapping[int, e.Body] | None = None) -> str:
    """What was done, short; `log` lets an undo say what it took back."""

    def name(code: str) -> str:
        return frame.names.get(code, code)

    def at(key: str) -> str:
        return "the finish" if key == e.FINISH else frame.lines[key].label if key in frame.lines else key

    match body:
        case e.Place(line, rider):
            return f"{name(rider)} at {at(line)}"
        case e.Remove(line, rider):
            return f"{name(rider)} taken out at {at(line)}"
        case e.Move(line, rider, place):
            return f"{name(rider)} moved to {ordinal(place)} at {at(line)}"
        case e.Turn(turn):
            return f"turn clock at +{turn} min"
        case e.Arrive(riders, unit):
            who = f"{len(riders)} riders" if len(riders) > 4 else listed([name(rider) for rider in riders])
            return f"{who} {'with an earlier arrival' if unit else 'across the finish'}"
        case e.Square(square, _, rider):
            return f"square {square}{f' for {name(rider)}' if rider else ''}"
        case e.Die(die):
            return f"die {die}"
        case e.Time(seconds):
            return f"time {clock(seconds)} typed"
        case e.Kind(kind):
            return f"arrival is a {kind}"
        case e.UnitTurn(turn):
            return f"arrival moved to +{turn} min"
        case e.Use(team, advantage):
            return f"{name(team)} uses {_article(ADVANTAGE_NAMES.get(advantage, advantage))}"
        case e.GiveBack(team, advantage):
            return f"{name(team)} gets {_article(ADVANTAGE_NAMES.get(advantage, advantage))} back"
        case e.Double(line, team):
            return f"double throw of {name(team)} on {at(line)}"
        case e.DoubleBack(line, team):
            return f"double throw of {name(team)} on {at(line)} taken back"
        case e.Out(rider):
            return f"{name(rider)} out after an accident"
        case e.Back(rider):
            return f"{name(rider)} back in the race"
        case e.End(accepted):
            return "stage ended, a better time behind accepted" if accepted else "stage ended"
        case e.Reopen():
            return "stage reopened for correction"
        case e.Discard():
            return "correction given up"
        case e.Undo(seq) | e.Redo(seq):
            was = (log or {}).get(seq)
            what = say(was, frame) if was is not None else f"step {seq}"
            return f"{'undone' if isinstance(body, e.Undo) else 'done again'}: {what}"


def done(body: e.Body, sheet: Sheet) -> str:
    """What an undo would take back, as it stands now."""
    match body:
        case e.Place(line, rider) | e.Move(line, rider, _) if line in sheet.lines and rider in sheet.lines[line]:
            place = sheet.lines[line].index(rider) + 1
            return f"{sheet.frame.names.get(rider, rider)}, {ordinal(place)} at {sheet.frame.lines[line].label}"
        case _:
            return say(body, sheet.frame)


def _article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
