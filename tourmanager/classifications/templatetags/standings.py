"""Template tags that draw riders and teams: a jersey with name and team beside it, and the jersey
of a whole team.
"""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from tourmanager.classifications.lines import ClassificationLine, ClassificationTable
from tourmanager.classifications.reading import TourSnapshot
from tourmanager.classifications.table_rows import TableRows, draw_stage_chips, draw_worn_rows
from tourmanager.classifications.wearing import JerseyHistory
from tourmanager.tours.models import TourTeam
from tourmanager.web.by_language import cached_by_language
from tourmanager.web.drawing import LEADER_WORDS
from tourmanager.web.jerseys import Mark, mark
from tourmanager.web.templatetags.race import draw_jersey

register = template.Library()


@register.simple_tag
@cached_by_language(4096)
def who(mark: Mark, size: str = "s") -> SafeString:
    """Draw a rider: jersey, name, and below it team and number."""
    below = format_html(
        '<span class="long">{} </span><span class="short" aria-hidden="true">{} </span>{}',
        mark.team,
        mark.short_name,
        mark.badge,
    )
    return _draw(mark, size, mark.name, below, mark.worn)


@register.simple_tag
@cached_by_language(4096)
def who_short(mark: Mark) -> SafeString:
    """Draw a rider where there is little room: a phone shows team and number for the name."""
    return format_html(
        '<span class="who">{}<span class="long">{}</span><span class="short" aria-hidden="true">{}'
        " {}</span></span>",
        draw_jersey(mark, "s"),
        mark.name,
        mark.short_name,
        mark.badge,
    )


@register.simple_tag
def team(team: TourTeam, size: str = "s", player_first: bool = False) -> SafeString:
    """Draw a team: its jersey without a number, its name and the player who runs it, in either
    order.
    """
    names = (team.player, team.name) if player_first else (team.name, team.manager)
    return _draw(
        mark(team, team.letter), size, names[0], names[1] if names[1] != names[0] else "", ""
    )


@register.simple_tag
def team_jersey(team: TourTeam, size: str = "m") -> SafeString:
    """Draw only the jersey, for places where the team is named already."""
    return draw_jersey(mark(team, team.letter), size)


@register.simple_tag
def table_rows(race: TourSnapshot, table: ClassificationTable, points: object) -> SafeString:
    """Draw the rows of a table; with `points` those of a stage with what the day paid."""
    rows = TableRows(race.tour.slug, race.asked, table, _name_of, with_paid=bool(points))
    return mark_safe(rows.draw())  # nosec B308 B703 - table_rows.py escapes what people typed


@register.simple_tag
def worn_rows(history: JerseyHistory) -> SafeString:
    """Draw who led after each stage, and who rode in the jersey where that was another."""
    return mark_safe(draw_worn_rows(history, who_short))  # nosec B308 B703 - as above


@register.simple_tag
def stage_chips(race: TourSnapshot) -> SafeString:
    """Draw a link to each ended stage."""
    return mark_safe(draw_stage_chips(race.choices, race.number))  # nosec B308 B703 - as above


def _name_of(line: ClassificationLine) -> str:
    """Draw the rider or the team of a line."""
    return who(line.mark) if line.mark else team(line.team)


@cached_by_language(4096)
def _draw(mark: Mark, size: str, name: str, below: str, worn: str) -> SafeString:
    return format_html(
        '<span class="who">{}<span class="who-text"><span'
        ' class="who-name">{}</span>{}{}</span></span>',
        draw_jersey(mark, size),
        name,
        format_html('<span class="who-team">{}</span>', below) if below else "",
        (
            format_html('<span class="visually-hidden">, {}</span>', LEADER_WORDS[worn])
            if worn
            else ""
        ),
    )
