"""Define what every entry of a stage log is: a value with a tag, and a sentence that describes it.

In JSON an entry is `{"do": "place", "line": "s1", "rider": "b4"}`. Entries that every game knows
stand in `core_entries.py`; those of one game stand in its room, their tags begin with its prefix.
"""

import msgspec
from django.utils.translation import gettext as _

from tourmanager.results.sheet.frame import Frame


class EntryBody(msgspec.Struct, frozen=True, tag_field="do", tag="", forbid_unknown_fields=True):
    """One thing that a director does; each kind is a subclass with a tag."""

    def say(self, frame: Frame) -> str:
        """Say what was done, short, as the undo button and the log do."""
        raise NotImplementedError(type(self).__name__)

    def explain_unknown(self) -> str:
        """Say that a game has no such entries."""
        return _("This game has no such entries.")

    @property
    def tag(self) -> str:
        """Return the tag by which logs and files know this kind of entry."""
        return str(self.__struct_config__.tag)
