"""Contract between pages of classifications and a game: the explanation of a stage time, and of
what decided a stage at the finish.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tourmanager.classifications.reading import TourSnapshot
from tourmanager.classifications.summand import Item
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.scoring.highlights import Lead
from tourmanager.scoring.result import Arrival, StageResult
from tourmanager.tabletop.registry import find_part
from tourmanager.web.templatetags.race import clock


class TimeExplained:
    """Explanation of a stage time in the words of a game; this one serves a game whose times come
    in tables.
    """

    def items(self, race: TourSnapshot, sheet: Sheet, who: str, seconds: int) -> Sequence[Item]:
        """Return the summands of a rider's time."""
        own = sheet.jury.times.get(who)
        return [Item(_("Own time, given by the jury"), clock(own.seconds))] if own else []

    def together(self, sheet: Sheet, who: str) -> Sequence[str]:
        """Return who crossed with that rider, and so with one time."""
        unit = sheet.unit_of(who)
        return unit.riders if unit else [who]

    def notes(self, race: TourSnapshot, sheet: Sheet, who: str) -> list[str]:
        """Say what is worth knowing about how a rider arrived."""
        return []

    def where(self, result: StageResult, arrival: Arrival) -> str:
        """Say where a rider crossed; "" where the game does not know."""
        return ""

    def swing_of_last_throw(self, sheet: Sheet, leader: str, rival: str) -> int:
        """Return the seconds by which another last throw of one of two riders could have brought
        the rival nearer, or ahead; 0 where no throw gave the time of both.
        """
        return 0

    def what_parted(self, sheet: Sheet, lead: Lead, jersey: str) -> tuple[str, str] | None:
        """Say in a sentence what parted two riders who were level before the stage, and the same
        in short; None where the game does not know. `jersey` is what it decided: "yellow jersey".
        """
        return None

    @property
    def where_label(self) -> str:
        """Return the heading of the column that says where riders crossed."""
        return _("Where")


def time_explanation_of(game: str) -> TimeExplained:
    """Return how a game explains times. Raises UnknownGame."""
    return find_part(game, TimeExplained) or TimeExplained()
