"""Read what the designer sends: the row of tiles, what was tapped, and the box and riders for which
the rules are checked.
"""

from dataclasses import dataclass, field

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from games.engine import BadSetup
from games.flamme_rouge.code import LONGEST
from tourmanager.tabletop.flamme_rouge.designs.row import (
    TileRow,
    change_row,
    remember_change,
    row_of,
    undo_change,
)

RIDERS = {
    "4": "2 teams",
    "6": "3 teams",
    "8": "4 teams",
    "10": "5 teams",
    "12": "6 teams, or 12 riders for themselves",
}
USUAL_RIDERS = 8
UNREADABLE = gettext_lazy("What was sent could not be read. Load the page again.")


class EditorForm(forms.Form):
    """The hidden fields of the designer, refused if they were tampered with; the name is checked
    when it is saved.
    """

    name = forms.CharField(max_length=500, required=False)
    tiles = forms.CharField(max_length=LONGEST, required=False)
    marked = forms.IntegerField(min_value=-1, max_value=LONGEST, required=False)
    past = forms.CharField(max_length=4_000, required=False)
    riders = forms.ChoiceField(
        label=gettext_lazy("Check it for"), choices=list(RIDERS.items()), initial=USUAL_RIDERS
    )
    breakaway = forms.BooleanField(label=gettext_lazy("with a breakaway"), required=False)
    ready = forms.CharField(max_length=40, required=False)
    typed = forms.CharField(max_length=300, required=False)
    do = forms.CharField(max_length=80, required=False)


@dataclass
class Editor:
    """The row on the table, its earlier states, its name, and for whom the rules are checked."""

    row: TileRow
    name: str = ""
    past: list[str] = field(default_factory=list)
    riders: int = USUAL_RIDERS
    breakaway: bool = False
    ready: str = ""  # what was chosen and typed to begin with
    typed: str = ""
    trouble: dict[str, str] = field(default_factory=dict)  # by field

    @property
    def past_text(self) -> str:
        return " ".join(self.past)


def read_editor(data: QueryDict) -> tuple[Editor, str]:
    """Read the editor as the page had it, and what was tapped. Raises BadSetup."""
    form = EditorForm(data)
    if not form.is_valid():
        raise BadSetup(str(UNREADABLE))
    values = form.cleaned_data
    past = [text for text in values["past"].split() if text == "-" or row_of(text)]
    row = row_of(values["tiles"], -1 if values["marked"] is None else values["marked"])
    return (
        Editor(
            row,
            values["name"],
            past,
            int(values["riders"]),
            values["breakaway"],
            values["ready"],
            values["typed"],
        ),
        values["do"],
    )


def apply_tap(editor: Editor, what: str) -> None:
    """Carry out one tap. Raises BadSetup with nothing changed."""
    if what == "undo":
        if editor.past:
            editor.row, editor.past = undo_change(editor.past)
    elif what:
        after = change_row(editor.row, what)
        editor.past = remember_change(editor.past, editor.row, after)
        editor.row = after
