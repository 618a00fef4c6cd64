"""Define the log entries that only Cycling Party has: the last die, what kind of group an arrival
is, advantages, double throws.
"""

from typing import Annotated

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.results.sheet.entry import EntryBody
from tourmanager.results.sheet.entry_fields import Line, Team, UnitNumber
from tourmanager.results.sheet.frame import Frame

ADVANTAGES = ("bottle", "sprint", "attack", "mountain_attack")
ADVANTAGE_NAMES = {
    "bottle": gettext_lazy("bottle"),
    "sprint": gettext_lazy("sprint"),
    "attack": gettext_lazy("attack"),
    "mountain_attack": gettext_lazy("mountain attack"),
}
ADVANTAGE_TITLES = {
    "bottle": gettext_lazy("Bottles"),
    "sprint": gettext_lazy("Sprints"),
    "attack": gettext_lazy("Attacks"),
    "mountain_attack": gettext_lazy("Mountain"),
}


class Die(EntryBody, frozen=True, tag="cp.die"):
    """The last die of an arrival: its second within the square's interval (CP-M-023)."""

    die: Annotated[int, msgspec.Meta(ge=1, le=6)]
    unit: UnitNumber | None = None

    def say(self, frame: Frame) -> str:
        return _("die %(die)s") % {"die": self.die}

    def explain_unknown(self) -> str:
        return _("In this game there is no die for the seconds.")


class Kind(EntryBody, frozen=True, tag="cp.kind"):
    """An arrival is a paceline or a peloton, where its number of riders says otherwise
    (CP-J-040).
    """

    kind: Annotated[str, msgspec.Meta(pattern=r"^(?:paceline|peloton)\Z")]
    unit: UnitNumber

    def say(self, frame: Frame) -> str:
        if self.kind == "paceline":
            return _("arrival is a paceline")
        return _("arrival is a peloton")

    def explain_unknown(self) -> str:
        return _("In this game there are no pacelines and no pelotons.")


class Use(EntryBody, frozen=True, tag="cp.use"):
    """A team uses an advantage (CP-APP-021)."""

    team: Team
    advantage: str

    def say(self, frame: Frame) -> str:
        return _("%(team)s spends %(advantage)s") % {
            "team": frame.name(self.team),
            "advantage": _one(self.advantage),
        }

    def explain_unknown(self) -> str:
        return _("There are no advantages in this game.")


class GiveBack(EntryBody, frozen=True, tag="cp.give_back"):
    """An advantage counted by mistake is given back."""

    team: Team
    advantage: str

    def say(self, frame: Frame) -> str:
        return _("%(team)s takes %(advantage)s back") % {
            "team": frame.name(self.team),
            "advantage": _one(self.advantage),
        }

    def explain_unknown(self) -> str:
        return _("There are no advantages in this game.")


class Double(EntryBody, frozen=True, tag="cp.double"):
    """A team's leader makes a double throw in a pass (CP-APP-015)."""

    line: Line
    team: Team

    def say(self, frame: Frame) -> str:
        return _("double throw of %(team)s on %(line)s") % {
            "team": frame.name(self.team),
            "line": frame.at(self.line),
        }

    def explain_unknown(self) -> str:
        return _("There are no advantages and no double throws in this game.")


class DoubleBack(EntryBody, frozen=True, tag="cp.double_back"):
    """A double throw counted by mistake is taken back."""

    line: Line
    team: Team

    def say(self, frame: Frame) -> str:
        return _("double throw of %(team)s on %(line)s taken back") % {
            "team": frame.name(self.team),
            "line": frame.at(self.line),
        }

    def explain_unknown(self) -> str:
        return _("There are no advantages and no double throws in this game.")


ENTRIES = (Die, Kind, Use, GiveBack, Double, DoubleBack)


def _one(advantage: str) -> str:
    name = ADVANTAGE_NAMES.get(advantage, advantage)
    return f"{'an' if name[:1] in ('a', 'e', 'i', 'o', 'u') else 'a'} {name}"
