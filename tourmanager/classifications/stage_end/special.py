"""Word what was special about a stage (`scoring.highlights`) in one line."""

from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.classifications.contract import TimeExplained, time_explanation_of
from tourmanager.classifications.on_road import sheet_of
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.scoring import highlights as h
from tourmanager.scoring.words import join_with_and
from tourmanager.tours.models import Stage
from tourmanager.web import labels
from tourmanager.web.drawing import COLOUR_WORDS, LEADER_WORDS
from tourmanager.web.templatetags.race import clock


@dataclass(frozen=True)
class Special:
    """The line, and `short` for a phone."""

    text: str
    short: str


def special_of(race: TourSnapshot, stage: Stage) -> Special | None:
    """Say what was special about the chosen stage; None where nothing was (2 queries)."""
    sheet, words = sheet_of(stage, race.field, race.ended), time_explanation_of(race.tour.game)
    results = [result for result in race.results if result.number <= race.number]
    before = race.until_now[-2] if len(race.until_now) > 1 else None
    swing = partial(words.swing_of_last_throw, sheet)
    found = h.find_highlight(
        h.StageContext(race.now, before, results, race.field.starters, race.field.scheme, swing)
    )
    return _describe_highlight(race, found, words, sheet) if found else None


def _describe_highlight(
    race: TourSnapshot, found: h.Highlight, words: TimeExplained, sheet: Sheet
) -> Special:
    match found:
        case h.Parted(lead):
            return _describe_parted(race, lead, words, sheet)
        case h.LastThrow(lead):
            text = _describe_last_throw(race, lead)
        case h.LastLine():
            text = _(
                "On the road %(rider)s had the %(jersey)s until %(line)s, the last line that pays"
                " for it."
            )
            text %= {
                "line": labels.line(found.line, found.name),
                "jersey": LEADER_WORDS[found.colour],
                "rider": race.name(found.before),
            }
        case h.Combined(rider, colours):
            text = _describe_combined(race.name(rider), [str(COLOUR_WORDS[one]) for one in colours])
        case h.Alone():
            text = _("%(rider)s came alone, %(gap)s before a group of %(count)s.") % {
                "rider": race.name(found.rider),
                "gap": clock(found.seconds),
                "count": found.riders,
            }
        case h.OnePoint(lead):
            text = _("%(rider)s keeps the %(jersey)s by one point.") % {
                "rider": race.name(lead.leader),
                "jersey": LEADER_WORDS[lead.colour],
            }
    return Special(text, text)


def _describe_last_throw(race: TourSnapshot, lead: h.Lead) -> str:
    return ngettext(
        "%(count)s second decided the %(jersey)s: less than one throw of the last die.",
        "%(count)s seconds decided the %(jersey)s: less than one throw of the last die.",
        lead.margin,
    ) % {"count": lead.margin, "jersey": LEADER_WORDS[lead.colour]}


def _describe_parted(
    race: TourSnapshot, lead: h.Lead, words: TimeExplained, sheet: Sheet
) -> Special:
    """Say what parted two riders who were level, in the game's words where it has any."""
    jersey = str(LEADER_WORDS[lead.colour])
    if lead.by_time and (parted := words.what_parted(sheet, lead, jersey)):
        return Special(*parted)
    if lead.by_time:
        text = _("Level on time this morning. %(rider)s takes the %(jersey)s by %(margin)s.")
        margin = clock(lead.margin)
    else:
        text = _("Level on points this morning. %(rider)s takes the %(jersey)s by %(margin)s.")
        margin = ngettext("%(count)s point", "%(count)s points", lead.margin)
        margin %= {"count": lead.margin}
    text %= {"rider": race.name(lead.leader), "jersey": jersey, "margin": margin}
    return Special(text, text)


def _describe_combined(rider: str, colours: list[str]) -> str:
    """Say that somebody won the stage and leads with the jerseys of these colours."""
    match colours:
        case [one]:
            text = _("The stage and the %(colour)s jersey: a double for %(rider)s.")
            return text % {"colour": one, "rider": rider}
        case [one, other]:
            text = _("The stage, the %(one)s and the %(other)s jersey: a triple for %(rider)s.")
            return text % {"one": one, "other": other, "rider": rider}
    text = _("The stage and %(count)s jerseys, %(colours)s: all for %(rider)s.")
    return text % {"count": len(colours), "colours": join_with_and(colours), "rider": rider}
