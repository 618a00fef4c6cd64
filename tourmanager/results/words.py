"""A logged entry in the director's words: for the undo button, the log's history and messages.

`say` needs only the frame; `done` also looks at the sheet and can add the place a rider has: "Blue 4, 2nd at Sprint 3".
"""

from collections.abc import Mapping

from tourmanager.results import entries as e
from tourmanager.results.advantages import ADVANTAGE_NAMES
from tourmanager.results.finishing import finishing_of
from tourmanager.results.frame import Frame
from tourmanager.results.sheet import Sheet
from tourmanager.scoring.arrival import LAST_SQUARE
from tourmanager.scoring.arrival import interval as run_out_interval
from tourmanager.scoring.grand_tour import TRAITS
from tourmanager.scoring.result import STATUS_NAMES, Penalty
from tourmanager.scoring.words import listed as listed
from tourmanager.scoring.words import ordinal
from tourmanager.web.templatetags.race import clock, clock_with

COUNTS_WORDS = {"all": "in full", "points": "for points only", "nothing": "for nothing"}
BEHIND = "the square behind the line"


def interval(square: int, beyond_12: str = "zero") -> str:
    """The seconds of a run-out square as its indicator shows them: "55–60" on the first (CP-M-022)."""
    if square > LAST_SQUARE and beyond_12 == "zero":
        return "0"
    least, most = run_out_interval(square)
    return f"{least}–{most}"


def say(body: e.Body, frame: Frame, log: Mapping[int, e.Body] | None = None) -> str:
    """What was done, short; `log` lets an undo say what it took back."""

    def name(code: str) -> str:
        return frame.names.get(code, code)

    def at(key: str) -> str:
        return "the finish" if key == e.FINISH else frame.lines[key].label if key in frame.lines else key

    finishing = finishing_of(frame)
    clock_at = finishing.clock
    match body:
        case e.Place(line, rider):
            return f"{name(rider)} at {at(line)}"
        case e.Remove(line, rider):
            return f"{name(rider)} taken out at {at(line)}"
        case e.Move(line, rider, place):
            return f"{name(rider)} moved to {ordinal(place)} at {at(line)}"
        case e.Turn(turn):
            return f"{'on to' if finishing.rounds else 'clock at'} {clock_at(turn)}"
        case e.Arrive(riders, unit, square):
            who = f"{len(riders)} riders" if len(riders) > 4 else listed([name(rider) for rider in riders])
            return f"{who} {'with an earlier arrival' if unit else f'on square {square}' if square else 'across the finish'}"
        case e.Square(square, _, rider):
            return f"square {square}{f' for {name(rider)}' if rider else ''}"
        case e.Die(die):
            return f"die {die}"
        case e.Time(seconds):
            return f"time {clock(seconds)} typed"
        case e.Kind(kind):
            return f"arrival is a {kind}"
        case e.UnitTurn(turn):
            return f"arrival moved to {clock_at(turn)}"
        case e.Use(team, advantage):
            return f"{name(team)} uses {_article(ADVANTAGE_NAMES.get(advantage, advantage))}"
        case e.GiveBack(team, advantage):
            return f"{name(team)} gets {_article(ADVANTAGE_NAMES.get(advantage, advantage))} back"
        case e.Double(line, team):
            return f"double throw of {name(team)} on {at(line)}"
        case e.DoubleBack(line, team):
            return f"double throw of {name(team)} on {at(line)} taken back"
        case e.Exhaustion(rider, cards):
            return f"{name(rider)}: {_cards(cards)}"
        case e.Trait(rider, trait):
            return f"{name(rider)}: {TRAITS.get(trait, trait) if trait else 'no special trait'}"
        case e.Out(rider):
            return f"{name(rider)} out after an accident"
        case e.Back(rider):
            return f"{name(rider)} back in the race"
        case e.Status(rider, status):
            return f"{name(rider)}: {STATUS_NAMES[status]}" if status else f"{name(rider)} back in the race"
        case e.OwnTime(rider, seconds, fraction):
            return f"{name(rider)}: {'his own time taken back' if seconds is None else f'own time {clock_with(seconds, fraction)}'}"
        case e.OwnBonus(rider, seconds):
            return f"{name(rider)}: {'time bonus as the scheme gives it' if seconds is None else f'time bonus {seconds} s'}"
        case e.Penalise(reason=reason):
            return f"{name(body.who)}: penalty of {penalty_words(body, frame.rankings)}{f', {reason}' if reason else ''}"
        case e.CancelPenalty(number, reason):
            return f"penalty {number} cancelled: {reason}"
        case e.Counts(counts, reason):
            return f"stage counts {COUNTS_WORDS[counts]}{f': {reason}' if reason else ''}"
        case e.Results(source=source):
            return f"results entered{f' from {source}' if source else ''}"
        case e.Digital(until=until):
            return f"ridden digitally{f' until turn {until}' if until else ''}"
        case e.Official(ask):
            return "somebody else asked to confirm the stage" if ask else "stage made official"
        case e.Confirm():
            return "stage confirmed"
        case e.Reject(reason):
            return f"stage not confirmed: {reason}"
        case e.End(accepted):
            if set(accepted) - {"TIME_ORDER_WARNING"}:
                return f"stage ended, {len(accepted)} warning{'s' if len(accepted) > 1 else ''} accepted"
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


def penalty_words(penalty: e.Penalise | Penalty, rankings: Mapping[str, str]) -> str:
    """ "20 s", "5 points in Mountain", "30 s in the team classification"."""
    match penalty.unit:
        case "points":
            points = "point" if penalty.amount == 1 else "points"
            return f"{penalty.amount} {points} in {rankings.get(penalty.classification, penalty.classification)}"
        case "team_seconds":
            return f"{penalty.amount} s in the team classification"
    return f"{penalty.amount} s"


def by_status(gone: Mapping[str, str], names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Who is out, by what became of them."""
    return [
        (said[0].upper() + said[1:], listed([names.get(rider, rider) for rider, his in gone.items() if his == status]))
        for status, said in STATUS_NAMES.items()
        if status in gone.values()
    ]


def _cards(cards: int | None) -> str:
    if cards is None:
        return "exhaustion cards not counted"
    return f"{cards or 'no'} exhaustion {'card' if cards == 1 else 'cards'}"


def _article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
