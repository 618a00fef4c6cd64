"""Word what somebody changed in a tour's settings, from the stored versions of the tour."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tourmanager.tours.contract import set_up_of
from tourmanager.tours.models import Tour
from tourmanager.tours.options import Switch, chosen_option

# What a version holds and a director changes; `state`, for one, follows from the stages.
READ = (
    "history_id",
    "history_date",
    "history_type",
    "history_user_name",
    "name",
    "listed",
    "second_person",
    "archived_at",
    "erased_at",
    "scheme",
    "rules",
    "options",
)


class SettingsChange(NamedTuple):
    """What one version of a tour changed, in words."""

    pk: int
    at: datetime
    by_name: str
    words: str


def settings_changes(tour: Tour) -> list[SettingsChange]:
    """Return what was changed in the settings of a tour, the newest first (1 query). Versions in
    which no setting changed are left out.
    """
    switches = {switch.key: switch for switch in set_up_of(tour).switches}
    found: list[SettingsChange] = []
    before: dict[str, Any] | None = None
    for version in Tour.history.filter(id=tour.pk).order_by("history_id").values(*READ):
        if version["history_type"] == "+":
            words = [_("tour created")]
        elif before is None:
            words = []  # an earlier release kept no version to compare this one with
        else:
            words = _differences(before, version, switches)
        if words:
            sentence = "; ".join(words)
            values = version["history_id"], version["history_date"], version["history_user_name"]
            found.append(SettingsChange(*values, sentence))
        before = version
    return found[::-1]


def _differences(
    before: Mapping[str, Any], now: Mapping[str, Any], switches: Mapping[str, Switch]
) -> list[str]:
    """Say what is other in a version than in the one before it."""
    said: list[str] = []
    if before["name"] != now["name"]:
        values = {"before": before["name"], "after": now["name"]}
        said.append(_("renamed: “%(before)s” → “%(after)s”") % values)
    for field, on, off in (
        ("listed", _("listed publicly"), _("found by its link only")),
        (
            "second_person",
            _("a second director confirms results"),
            _("one director makes results official"),
        ),
        ("archived_at", _("archived"), _("taken out of the archive")),
        ("erased_at", _("tour erased"), _("erased tour brought back")),
    ):
        if bool(before[field]) != bool(now[field]):
            said.append(on if now[field] else off)
    if before["rules"] != now["rules"]:
        said.append(_say_scoring(before["rules"], now["rules"]))
    return [*said, *_say_options(before["options"], now["options"], switches)]


def _say_scoring(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Name the parts of the scheme that were changed, and the classifications among them."""
    parts = [key for key in {**before, **now} if before.get(key) != now.get(key)]
    if before.get("name") != now.get("name"):
        values = {"before": before.get("name", "–"), "after": now.get("name", "–")}
        return _("scoring changed: %(before)s → %(after)s") % values
    names = [name for part in parts for name in _names_in(part, before, now)]
    return _("scoring changed: %(parts)s") % {"parts": ", ".join(names)}


def _names_in(part: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return the names of what was changed in a part of a scheme: of classifications each one."""
    if part != "classifications":
        return [part.replace("_", " ")]
    old, new = (
        {each.get("key"): each for each in rules.get(part) or ()} for rules in (before, now)
    )
    keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    names = [str((new.get(key) or old[key]).get("name", key)) for key in keys]
    return names or [_("order of the classifications")]


def _say_options(
    before: Mapping[str, str], now: Mapping[str, str], switches: Mapping[str, Switch]
) -> list[str]:
    """Say which house rules were agreed otherwise."""
    said = []
    for key, switch in switches.items():
        old, new = (chosen_option(options, key, [switch]) for options in (before, now))
        if old != new:
            values = {
                "question": switch.question,
                "before": switch.values.get(old, old),
                "after": switch.values.get(new, new),
            }
            said.append(_("%(question)s %(before)s → %(after)s") % values)
    return said
