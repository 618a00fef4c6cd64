"""Define the log entries that only Flamme Rouge has: exhaustion cards and special traits."""

from typing import Annotated

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.flamme_rouge.table.grand_tour import TRAITS
from tourmanager.results.sheet.entry import EntryBody
from tourmanager.results.sheet.entry_fields import Rider
from tourmanager.results.sheet.frame import Frame


class Exhaustion(EntryBody, frozen=True, tag="fr.exhaustion"):
    """The exhaustion cards a rider has as they arrive, in pile, recycled cards and hand (FR-T-031).
    None takes that back.
    """

    rider: Rider
    cards: Annotated[int, msgspec.Meta(ge=0, le=60)] | None

    def say(self, frame: Frame) -> str:
        name = frame.name(self.rider)
        if self.cards is None:
            return _("%(name)s: exhaustion cards not counted") % {"name": name}
        if not self.cards:
            return _("%(name)s: no exhaustion cards") % {"name": name}
        return ngettext(
            "%(name)s: %(cards)s exhaustion card",
            "%(name)s: %(cards)s exhaustion cards",
            self.cards,
        ) % {"name": name, "cards": self.cards}

    def explain_unknown(self) -> str:
        return _("This game has no exhaustion cards and no traits.")


class GiveTrait(EntryBody, frozen=True, tag="fr.trait"):
    """A rider has a special trait for the rest of the tour (FR-T-040); "" takes it back."""

    rider: Rider
    trait: Annotated[str, msgspec.Meta(max_length=20)]

    def say(self, frame: Frame) -> str:
        name = frame.name(self.rider)
        if not self.trait:
            return _("%(name)s: no special trait") % {"name": name}
        trait = TRAITS.get(self.trait, self.trait)
        return _("%(name)s: %(trait)s") % {"name": name, "trait": trait}

    def explain_unknown(self) -> str:
        return _("This game has no exhaustion cards and no traits.")


ENTRIES = (Exhaustion, GiveTrait)
