"""Read and check the house rules of a tour: where the rulebook leaves room, and what may be agreed
instead of the default.

A tour stores only what differs from the default. `concerns` tells whether a switch changes what
this app computes or lets users do ("app"), or only how a stage is played on a screen ("digital");
on the table the players apply those themselves.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext as _


class Switch(msgspec.Struct, frozen=True):
    key: str
    question: str | Promise
    values: dict[str, str | Promise]  # value -> its words; the first is the default
    rule: str  # the statement of the rules it belongs to
    concerns: Literal["app", "digital"]

    @property
    def default(self) -> str:
        return next(iter(self.values))


def chosen_option(options: Mapping[str, str], key: str, switches: Sequence[Switch]) -> str:
    """Return what was agreed for the switch: the default where nothing was."""
    return options.get(key) or next(switch.default for switch in switches if switch.key == key)


def differing_options(options: Mapping[str, str], switches: Sequence[Switch]) -> dict[str, str]:
    """Return only what differs from the default, as a tour stores it."""
    return {
        switch.key: options[switch.key]
        for switch in switches
        if options.get(switch.key, switch.default) != switch.default
    }


def problems(options: Mapping[str, str], switches: Sequence[Switch]) -> dict[str, str]:
    """Say what is wrong with house rules that came from a form or a file, by switch."""
    faults, by_key = {}, {switch.key: switch for switch in switches}
    for key, value in options.items():
        switch = by_key.get(key) if isinstance(key, str) else None
        if switch is None:
            faults[key] = _("There is no house rule “%(key)s”.") % {"key": str(key)[:40]}
        elif not isinstance(value, str) or value not in switch.values:
            answers = ", ".join(f"“{words}”" for words in switch.values.values())
            faults[key] = _("%(question)s Choose one of: %(answers)s.") % {
                "question": switch.question,
                "answers": answers,
            }
    return faults
