"""The kinds of what is done in a tour, as its history can be filtered by them."""

from collections.abc import Mapping

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

RACE = "race"
SETTINGS, DIRECTORS, START_LIST, ROAD, IMPORTS = (
    "settings",
    "directors",
    "start-list",
    "road",
    "imports",
)

KINDS: Mapping[str, str | Promise] = {
    RACE: gettext_lazy("Race"),
    "steps": gettext_lazy("Undo and redo"),
    "stage": gettext_lazy("End and correction"),
    "jury": gettext_lazy("Jury"),
    "results": gettext_lazy("Results from files and rides"),
    "approval": gettext_lazy("Confirmation"),
    SETTINGS: gettext_lazy("Settings"),
    DIRECTORS: gettext_lazy("Directors"),
    START_LIST: gettext_lazy("Start list"),
    ROAD: gettext_lazy("Days and roads"),
    IMPORTS: gettext_lazy("Import of the tour"),
}

# Which entries of a log are of which kind; all others, those of games too, are of the race.
TAGS: Mapping[str, tuple[str, ...]] = {
    "steps": ("undo", "redo"),
    "stage": ("end", "reopen", "discard", "resume"),
    "jury": (
        "penalise",
        "cancel_penalty",
        "status",
        "own_time",
        "own_bonus",
        "award",
        "counts",
    ),
    "results": ("results", "digital"),
    "approval": ("official", "confirm", "reject"),
}
_KIND_OF_TAG = {tag: kind for kind, tags in TAGS.items() for tag in tags}

# Which notes of `tours.changes` are of which kind.
KIND_OF_CHANGE = {
    "director-added": DIRECTORS,
    "director-removed": DIRECTORS,
    "player": START_LIST,
    "marks": START_LIST,
    "days": ROAD,
    "road": ROAD,
}


def kind_of_tag(tag: str) -> str:
    """Return the kind of an entry of a log."""
    return _KIND_OF_TAG.get(tag, RACE)


def is_of_log(kind: str) -> bool:
    """Tell whether entries of logs are of this kind; "" stands for all kinds."""
    return kind in ("", RACE, *TAGS)


def entries_of(kind: str) -> Q:
    """Return which entries are of a kind of the logs."""
    if not kind:
        return Q()
    if kind == RACE:
        # what has no tag, because somebody changed it in the database, is shown too
        return ~Q(body__do__in=[*_KIND_OF_TAG]) | Q(body__do__isnull=True)
    return Q(body__do__in=TAGS[kind])
