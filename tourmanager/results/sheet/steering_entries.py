"""Define the entries that act on the log and not on the sheet: a stage ends, is corrected and
approved, and steps are undone and redone. They cannot be undone themselves.
"""

from typing import Annotated

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.results.sheet.entry import EntryBody
from tourmanager.results.sheet.entry_fields import Seq
from tourmanager.results.sheet.frame import Frame

MOST_TOGETHER = 199  # entries that one undo names beside the first
Others = Annotated[tuple[Seq, ...], msgspec.Meta(max_length=MOST_TOGETHER)]


class Official(EntryBody, frozen=True, tag="official"):
    """The director makes an ended stage official, or asks somebody else to confirm it (`ask`)."""

    ask: bool = False

    def say(self, frame: Frame) -> str:
        if self.ask:
            return _("somebody else asked to confirm the stage")
        return _("stage made official")


class Confirm(EntryBody, frozen=True, tag="confirm"):
    """A second person has seen the same figures; `seq` is the last entry that was shown to them."""

    seq: Seq

    def say(self, frame: Frame) -> str:
        return _("stage confirmed")


class Reject(EntryBody, frozen=True, tag="reject"):
    """The second person found something wrong: the stage is provisional again."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]

    def say(self, frame: Frame) -> str:
        return _("stage not confirmed: %(reason)s") % {"reason": self.reason}


class End(EntryBody, frozen=True, tag="end"):
    """End stage; `accepted` names the warnings the director has seen and lets stand."""

    accepted: tuple[str, ...] = ()

    def say(self, frame: Frame) -> str:
        count = len(self.accepted)
        if set(self.accepted) - {"TIME_ORDER_WARNING"}:
            return ngettext(
                "stage ended, %(count)s warning accepted",
                "stage ended, %(count)s warnings accepted",
                count,
            ) % {"count": count}
        return _("stage ended, a better time behind accepted") if count else _("stage ended")


class Reopen(EntryBody, frozen=True, tag="reopen"):
    """An ended stage is opened for correction (CP-APP-019)."""

    def say(self, frame: Frame) -> str:
        return _("stage reopened for correction")


class Discard(EntryBody, frozen=True, tag="discard"):
    """A correction is given up: everything since the stage was ended counts for nothing."""

    def say(self, frame: Frame) -> str:
        return _("correction discarded")


class Resume(EntryBody, frozen=True, tag="resume"):
    """The correction that the entry of that number gave up goes on, with all its entries."""

    seq: Seq

    def say(self, frame: Frame) -> str:
        return _("discarded correction taken up again")


class NamedStep(EntryBody, frozen=True, omit_defaults=True):
    """What names a step: an entry, and in `also` those that were logged with it as one step."""

    seq: Seq
    also: Others = ()

    @property
    def seqs(self) -> tuple[int, ...]:
        """Return the numbers of all entries that it names, in their order."""
        return tuple(sorted({self.seq, *self.also}))


class Undo(NamedStep, frozen=True, tag="undo"):
    """The entries of that step count for nothing."""

    def say(self, frame: Frame) -> str:
        return _("undone: step %(number)s") % {"number": self.seq}


class Redo(NamedStep, frozen=True, tag="redo"):
    """The undone entries of that step count again."""

    def say(self, frame: Frame) -> str:
        return _("done again: step %(number)s") % {"number": self.seq}


STEERING = (End, Reopen, Discard, Resume, Undo, Redo, Official, Confirm, Reject)
