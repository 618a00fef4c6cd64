"""Draw what a page of classifications repeats: rows, leaders by stage, links to stages.

It has up to 176 rows with eight cells each: markup that is put together in one step costs a fifth
of a template that is walked for each cell.

All that people typed is escaped here; riders and teams come drawn (`templatetags/standings.py`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

from django.urls import reverse
from django.utils.translation import gettext as _

from tourmanager.classifications.lines import ClassificationLine, ClassificationTable
from tourmanager.classifications.wearing import JerseyHistory
from tourmanager.web.jerseys import Mark
from tourmanager.web.templatetags.race import change


@dataclass
class TableRows:
    """The rows of one table of a tour. `asked` is the value of ?stage=; `name_of` draws whom a line
    is about; `with_paid` adds what the day paid and where riders crossed.
    """

    slug: str
    asked: str
    table: ClassificationTable
    name_of: Callable[[ClassificationLine], str]
    with_paid: bool = False

    def draw(self) -> str:
        """Return the markup of all rows."""
        return "".join([self.row(line) for line in self.table.lines])

    def row(self, line: ClassificationLine) -> str:
        table, row = self.table, line.row
        leads = ["leader", f"worn-{table.colour}" if table.colour else ""]
        names = [*(leads if row.rank == 1 else ()), "same" if line.has_same_time else ""]
        moved = "" if table.key == "stage" else f'<td class="moved">{change(row.change)}</td>'
        more = self.more(line) if line.bonus or line.penalty or line.where else ""
        tie = self.tie(line.tie) if line.tie else ""
        return (
            f'<tr class="{" ".join(filter(None, names))}"><td class="place">{row.rank}</td>{moved}'
            f'<th scope="row"><span class="row-name">{self.name_of(line)}{more}{tie}</span></th>'
            f'{"".join(self.cells(line))}<td class="figure">{self.figure(line)}</td></tr>\n'
        )

    def more(self, line: ClassificationLine) -> str:
        """Say where a rider crossed, and seconds given and taken, for a screen without room for
        these columns.
        """
        said = [
            line.where,
            _("bonus %(bonus)s") % {"bonus": line.bonus} if line.bonus else "",
            _("penalty %(penalty)s") % {"penalty": line.penalty} if line.penalty else "",
        ]
        return f'<span class="short more">{escape(", ".join(filter(None, said)))}</span>'

    def tie(self, words: str) -> str:
        """Draw what opens the reason why a line stands behind the one above."""
        return (
            '<details class="tie"><summary><span aria-hidden="true">=</span><span'
            f' class="visually-hidden">{self.tie_label}</span></summary><p>{escape(words)}</p>'
            "</details>"
        )

    @cached_property
    def tie_label(self) -> str:
        return escape(_("Level with the row above: what decided"))

    def cells(self, line: ClassificationLine) -> Iterator[str]:
        """Yield the cells between name and figure."""
        table = self.table
        if self.with_paid:
            yield from paid_cells(line.paid)
            if table.wheres:
                yield f'<td class="wide">{escape(line.where)}</td>'
        if table.bonuses:
            yield f'<td class="figure wide">{escape(line.bonus)}</td>'
        if table.penalties:
            yield f'<td class="figure wide penalty">{escape(line.penalty)}</td>'

    def figure(self, line: ClassificationLine) -> str:
        """Draw the figure, which opens what it is made of."""
        start, end = self._address
        address, figure = f"{start}{line.row.who}{end}", line.figure
        said = "" if figure == line.said else f' aria-label="{escape(line.said)}"'
        on_road = (
            f'<span class="still-on-road">{escape(line.on_road)}</span>' if line.on_road else ""
        )
        return (
            f'<a href="{address}" hx-get="{address}" hx-target="#working"'
            f' hx-swap="innerHTML"{said}>{escape(figure)}</a>{on_road}'
        )

    @cached_property
    def _address(self) -> tuple[str, str]:
        """Address of a figure's working, before and behind the code of rider or team."""
        who = "who"
        address = reverse("classifications:explain", args=[self.slug, self.table.key, who])
        return address.removesuffix(f"{who}/"), f"/?stage={self.asked}"


def paid_cells(paid: Sequence[int]) -> list[str]:
    """Draw what the day paid, by classification; the last one stands on a phone, too."""
    last = len(paid) - 1
    return [
        f'<td class="figure{"" if at == last else " wide"}">{points or ""}</td>'
        for at, points in enumerate(paid)
    ]


def draw_worn_rows(history: JerseyHistory, name_of: Callable[[Mark], str]) -> str:
    """Draw who led after each stage; `name_of` draws a leader."""
    nobody = (
        '<span aria-hidden="true">–</span><span class="visually-hidden">'
        f"{escape(_('nobody'))}</span>"
    )
    rows = []
    for row in history.rows:
        cells = [
            f"<td>{''.join(map(name_of, cell.leaders)) or nobody}{_worn_note(cell.note)}</td>"
            for cell in row.cells
        ]
        chosen = ' class="chosen"' if row.chosen else ""
        rows.append(
            f'<tr{chosen}><th scope="row"><a href="?stage={row.asked}">{escape(row.label)}</a></th>'
            f"{''.join(cells)}</tr>\n"
        )
    return "".join(rows)


def _worn_note(note: str) -> str:
    return f'<span class="worn-note">{escape(note)}</span>' if note else ""


def draw_stage_chips(choices: Sequence[tuple[int, str]], chosen: int) -> str:
    """Draw a link to each stage that can be chosen, with its label."""
    after = escape(_("After stage"))
    here = {chosen: ' aria-current="true"'}
    return "".join(
        [
            f'<a class="chip" href="?stage={number}"{here.get(number, "")}><span'
            f' class="visually-hidden">{after} </span>{escape(label)}</a>\n'
            for number, label in choices
        ]
    )
