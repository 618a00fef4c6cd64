"""Define the log entries that only Flamme Rouge has: exhaustion cards and special traits."""

from typing import Annotated

import msgspec
from django.utils.translation import gettext as _

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
            return f"{name}: exhaustion cards not counted"
        return f"{name}: {self.cards or 'no'} exhaustion {'card' if self.cards == 1 else 'cards'}"

    def unknown(self) -> str:
        return _("This game has no exhaustion cards and no traits.")


class GiveTrait(EntryBody, frozen=True, tag="fr.trait"):
    """A rider has a special trait for the rest of the tour (FR-T-040); "" takes it back."""

    rider: Rider
    trait: Annotated[str, msgspec.Meta(max_length=20)]

    def say(self, frame: Frame) -> str:
        trait = TRAITS.get(self.trait, self.trait) if self.trait else "no special trait"
        return f"{frame.name(self.rider)}: {trait}"

    def unknown(self) -> str:
        return _("This game has no exhaustion cards and no traits.")


ENTRIES = (Exhaustion, GiveTrait)
