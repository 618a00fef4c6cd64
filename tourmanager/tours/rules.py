"""Read and check the scheme by which a tour is scored: its own copy, which its directors may
change.
"""

import re
import tomllib
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.riders.names import has_unseen_character
from tourmanager.scoring.scheme import Fault, Scheme, SchemeError, read_scheme
from tourmanager.tours.models import Line, Tour
from tourmanager.tours.planning.plan_check import PlanProblem


def rules_of(tour: Tour) -> Scheme:
    """Return the tour's scheme, which was checked when it was written (`scheme.read_scheme`)."""
    return msgspec.convert(tour.rules, Scheme)


def mark_of(rules: object) -> str:
    """Return a checksum of the rules, by which a page knows whether somebody changed them
    meanwhile.
    """
    return sha256(msgspec.json.encode(rules, order="sorted")).hexdigest()[:16]


def read_valid_scheme(data: object) -> Scheme:
    """Read and check a scheme from outside, to be stored. Raises SchemeError, with its faults in
    plain words.
    """
    try:
        scheme = read_scheme(data)
    except SchemeError as error:
        raise SchemeError(
            [Fault(fault.path, explain_fault(fault)) for fault in error.faults]
        ) from None
    if unwritable := [
        Fault(path, _("this holds characters that cannot be written"))
        for path, text in _texts(scheme)
        if has_unseen_character(text)
    ]:
        raise SchemeError(unwritable)
    return scheme


def find_unfit_lines(rules: Scheme, tour: Tour) -> list[Fault]:
    """Say why the tour cannot be scored by these rules: it has lines that they do not know (1
    query).
    """
    lines = (
        Line.objects.filter(stage__tour=tour)
        .order_by("stage__number", "km")
        .select_related("stage")
    )
    strange = {line.category: line for line in lines if line.category not in rules.categories}
    sentence = _('the name of "%(category)s" is missing: %(stage)s has such a line')
    return [
        Fault("categories", sentence % {"category": category, "stage": line.stage})
        for category, line in strange.items()
    ]


def point_sources(rules: Scheme) -> dict[str, str]:
    """Return where the players' points come from, with the name of each source."""
    return {
        source: _("Stage victory") if source == "stage" else rules.names[source]
        for source in rules.names
        if source in rules.manager_points.points
    }


def _texts(rules: Scheme) -> list[tuple[str, str]]:
    texts = [
        ("name", rules.name),
        ("about", rules.about),
        ("manager_points.name", rules.manager_points.name),
        ("manager_points.title", rules.manager_points.title),
    ]
    texts += [(f"categories.{key}", name) for key, name in rules.categories.items()]
    texts += [("categories", key) for key in rules.categories]
    texts += [(f"unscored[{nth}]", mark) for nth, mark in enumerate(rules.unscored)]
    for nth, ranking in enumerate(rules.classifications):
        texts += [
            (f"classifications[{nth}].name", ranking.name),
            (f"classifications[{nth}].mark", ranking.mark),
        ]
    return texts


KINDS = {
    "int": gettext_lazy("a whole number"),
    "float": gettext_lazy("a number with decimals"),
    "str": gettext_lazy("text"),
    "bool": gettext_lazy("true or false"),
    "null": gettext_lazy("nothing"),
    "array": gettext_lazy("a list"),
    "object": gettext_lazy("a table"),
}


def _another_kind(match: re.Match[str]) -> str:
    expected, actual = KINDS.get(match[1], match[1]), KINDS.get(match[2], match[2])
    return _("this should be %(wanted)s, but is %(got)s") % {"wanted": expected, "got": actual}


# what the reader of values finds, and how it is said
WORDS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"Expected `(\w+)(?: \| \w+)*`, got `(\w+)`", _another_kind),  # not shown
    (
        r"Expected `int` >= (\d+)",  # not shown
        lambda m: _("this number is too small: at least %(least)s") % {"least": m[1]},
    ),
    (
        r"Expected `int` <= (\d+)",  # not shown
        lambda m: _("this number is too large: at most %(most)s") % {"most": m[1]},
    ),
    (r"Expected `str` of length >= 1", lambda m: _("this is empty")),  # not shown
    (
        r"Expected `str` of length <= (\d+)",  # not shown
        lambda m: _("this is too long: at most %(most)s characters") % {"most": m[1]},
    ),
    (r"Expected `array` of length >= 1", lambda m: _("this list is empty")),  # not shown
    (
        r"Expected `array` of length <= (\d+)",  # not shown
        lambda m: _("this list is too long: at most %(most)s") % {"most": m[1]},
    ),
    (
        r"Expected `str` matching regex .*",  # not shown
        lambda m: _("a key is made of small letters and _ and begins with a letter"),
    ),
    (
        r"Object missing required field `(\w+)`",  # not shown
        lambda m: _('"%(name)s" is missing') % {"name": m[1]},
    ),
    (
        r"Object contains unknown field `(.*)`",  # not shown
        lambda m: _('"%(name)s" is not known here') % {"name": m[1]},
    ),
    (
        r"Invalid enum value '?(.*?)'?",  # not shown
        lambda m: _('"%(value)s" is none of the possible values') % {"value": m[1]},
    ),
)


def explain_fault(fault: Fault) -> str:
    """Say in words what is wrong: a sentence of scoring, or an error of msgspec."""
    if fault.sentence:
        return _(fault.sentence) % fault.values
    return explain_validation_error(fault.text)


def explain_validation_error(text: str) -> str:
    """Explain a validation error of msgspec in plain words."""
    for pattern, words in WORDS:
        if match := re.fullmatch(pattern, text):
            return words(match)
    return text


def read_file(content: bytes) -> Scheme:
    """Read the scheme of a TOML file. Raises SchemeError."""
    try:
        text = content.removeprefix(b"\xef\xbb\xbf").decode()
        data = tomllib.loads(text)
    except UnicodeDecodeError:
        raise SchemeError([Fault(_("the file"), _("this is no text in UTF-8"))]) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        text = _("this is not TOML: %(error)s") % {"error": error}
        raise SchemeError([Fault(_("the file"), text)]) from None
    return read_valid_scheme(data)


def rules_problems(rules: dict[str, Any] | None) -> list[PlanProblem]:
    """Say what is wrong with the scoring that a plan brings, if it brings any."""
    if rules is None:
        return []
    try:
        read_valid_scheme(rules)
    except SchemeError as error:
        return [PlanProblem(f"{fault.path}: {fault.text}", _("Scoring")) for fault in error.faults]
    return []
