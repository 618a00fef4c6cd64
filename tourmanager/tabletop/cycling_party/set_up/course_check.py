"""Check whether a stage can be raced as it is planned: the course check (CP-M-046).

Errors forbid a stage, warnings may be accepted. Every problem says what is wrong with its figures,
and `where` names the field it concerns, so that a form shows the message beside it: ("length",),
("type",), ("passes",) for all of them, ("passes", 0, "start"), ("passes", 0, "category"),
("sprints",), ("sprints", 2). Indexes are those of the plan as it was given; "Pass 2" in a text is
the second on the road, as on the profile.

A plan may hold anything a form or a file brought: nothing here raises for a wrong number or an
unknown word.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cycling_party.table.master import Master, master
from tourmanager.tabletop.cycling_party.set_up.course import (
    BOX_HEXAGONS,
    SQUARES_PER_HEXAGON,
    CourseLine,
    Pass,
    StageLike,
    count_hexagons,
    lines_on_road,
    passes_of,
    write_figure,
)
from tourmanager.tabletop.cycling_party.vocabulary import (
    CATEGORIES,
    CATEGORY_NAMES,
    TYPE_NAMES,
    TYPES,
)

__all__ = ["CourseLine", "CourseProblem", "check", "errors", "lines_on_road"]

Version = Literal["junior", "senior", "master"]
Where = tuple[str | int, ...]

SHORTEST = 13  # an opening throw of 12 must not end the stage
LONGEST = 300  # the box has twelve kilometre indicators, one every 25 km
OPENING = 12  # the opening throw reaches this far
# flat squares after the last pass: the 8 km indicator, and a descent that must not pass the time
# indicators
RUN_IN = 9
PASS_COUNTS = (3, 4)  # passes that a stage may have
MOST_PASSES = PASS_COUNTS[-1]
MOST_SPRINTS = 5

# The hardest pass of a stage by its type (CP-S-004).
HARDEST = {
    "flat": ("hill", "third"),
    "low": ("third", "second"),
    "medium": ("second", "first"),
    "high": ("first", "hc"),
}


class CourseProblem(msgspec.Struct, frozen=True):
    code: str
    severity: Literal["error", "warning"]
    text: str
    where: Where


def check(stage: StageLike, version: Version = "master") -> list[CourseProblem]:
    """Find what is wrong with the stage, errors first, each in road order; nothing if it can be
    raced.
    """
    numbers = master()
    passes = passes_of(stage)
    problems = [*_length(stage.length), *_passes(passes, stage.length)]
    if version != "junior":
        problems += [
            *_type(stage.type),
            *_categories(passes, numbers),
            *_touching(passes),
            *_count(passes),
            *_hardest(stage.type, passes),
        ]
    if version == "master":
        problems += _sprints(stage, passes, numbers)
    # stable: "error" before "warning"
    return sorted(problems, key=lambda problem: problem.severity)


def errors(problems: Sequence[CourseProblem]) -> list[CourseProblem]:
    """Return the problems that forbid the stage."""
    return [problem for problem in problems if problem.severity == "error"]


def _error(code: str, text: str, where: Where) -> CourseProblem:
    return CourseProblem(code, "error", text, where)


def _warning(code: str, text: str, where: Where) -> CourseProblem:
    return CourseProblem(code, "warning", text, where)


def _length(length: int) -> Iterator[CourseProblem]:
    if length < SHORTEST:
        yield _error(
            "E_LENGTH",
            _(
                "A stage of %(length)s km could be over with the opening throw: at "
                "least %(shortest)s km."
            )
            % {"length": write_figure(length), "shortest": SHORTEST},
            ("length",),
        )
        return
    if length > LONGEST:
        yield _error(
            "E_TOO_LONG",
            _("A stage of %(length)s km is too long: it has at most %(longest)s km.")
            % {"length": write_figure(length), "longest": LONGEST},
            ("length",),
        )
        return
    if length % SQUARES_PER_HEXAGON:
        down = length - length % SQUARES_PER_HEXAGON
        near = " or ".join(str(km) for km in (down, down + SQUARES_PER_HEXAGON) if km >= SHORTEST)
        yield _warning(
            "W_HEX",
            _(
                "A hexagon has 3 squares, and %(length)s km is not a multiple of 3: "
                "%(near)s km can be laid."
            )
            % {"length": length, "near": near},
            ("length",),
        )
    if (hexagons := count_hexagons(length)) > BOX_HEXAGONS:
        yield _warning(
            "W_BOARD",
            _(
                "%(length)s km need %(needed)s hexagons with the run-out, and one "
                "box has %(in_box)s: %(missing)s have to be laid again from "
                "where the last rider has passed."
            )
            % {
                "length": length,
                "needed": hexagons,
                "in_box": BOX_HEXAGONS,
                "missing": hexagons - BOX_HEXAGONS,
            },
            ("length",),
        )


def _passes(passes: list[Pass], length: int) -> Iterator[CourseProblem]:
    for p in passes:
        if wrong := _wrong_range(p, length):
            yield _error("E_PASS_RANGE", wrong, ("passes", p.index, "start"))
    yield from _overlaps(passes)
    if passes:
        yield from _pass_warnings(passes, length)


def _wrong_range(p: Pass, length: int) -> str:
    if p.start < 1:
        return _("%(climb)s starts before the first kilometre.") % {"climb": p}
    if p.start > p.end:
        return _("%(climb)s ends before it starts.") % {"climb": p}
    return (
        _("%(climb)s goes beyond the finish at km %(length)s.")
        % {"climb": p, "length": write_figure(length)}
        if p.end > length
        else ""
    )


def _overlaps(passes: list[Pass]) -> Iterator[CourseProblem]:
    # the pass before that reaches furthest: a long one may hold several short ones
    furthest: Pass | None = None
    for p in passes:
        if p.start > p.end:
            continue
        if furthest and p.start <= furthest.end:
            yield _error(
                "E_PASS_OVERLAP",
                _("%(climb)s overlaps %(other)s.") % {"climb": p, "other": _lower(furthest)},
                ("passes", p.index, "start"),
            )
        if furthest is None or p.end > furthest.end:
            furthest = p


def _pass_warnings(passes: list[Pass], length: int) -> Iterator[CourseProblem]:
    """Warn of passes that lie too near to the start or to the finish."""
    if (first := passes[0]).start <= OPENING:
        yield _warning(
            "W_OPENING",
            _(
                "%(first)s starts within reach of the opening throw: km "
                "1–%(last_km)s are better flat."
            )
            % {"first": first, "last_km": OPENING},
            ("passes", first.index, "start"),
        )
    last = max(passes, key=lambda p: p.end)
    if last.end > length - RUN_IN:
        yield _warning(
            "W_RUN_IN",
            _(
                "%(last)s leaves %(length)s before the finish: with fewer than "
                "%(run_in)s a full-speed descent could go beyond the time indicators."
            )
            % {"last": last, "length": _flat_squares(length - last.end), "run_in": RUN_IN},
            ("passes", last.index, "start"),
        )


def _lower(p: Pass) -> str:
    return f"p{str(p)[1:]}"


def _flat_squares(n: int) -> str:
    if n < 1:
        return _("no flat square")
    words = ngettext("%(count)s flat square", "%(count)s flat squares", n)
    return words % {"count": write_figure(n)}


def _type(type_: str | None) -> Iterator[CourseProblem]:
    if type_ is not None and type_ not in TYPES:
        yield _error(
            "E_TYPE",
            _("Choose the type of the stage: flat, low, medium or high mountain."),
            ("type",),
        )


def _categories(passes: list[Pass], numbers: Master) -> Iterator[CourseProblem]:
    for p in passes:
        squares = p.end - p.start + 1
        if not p.category:
            if squares not in numbers.pass_length.values():
                yield _error(
                    "E_PASS_LENGTH",
                    _("%(climb)s is %(squares)s km long, which no category is.")
                    % {"climb": p, "squares": write_figure(squares)},
                    ("passes", p.index, "category"),
                )
        elif p.category not in CATEGORIES:
            yield _error(
                "E_CATEGORY",
                _(
                    "Choose the category of pass %(number)s (km %(start)s): hill, "
                    "third, second, first or hors category."
                )
                % {"number": p.number, "start": write_figure(p.start)},
                ("passes", p.index, "category"),
            )
        elif squares != (right := numbers.pass_length[p.category]):
            yield _error(
                "E_PASS_LENGTH",
                _("%(climb)s is %(squares)s km long; a pass of this category has %(right)s km.")
                % {"climb": p, "squares": write_figure(squares), "right": right},
                ("passes", p.index, "category"),
            )


def _touching(passes: list[Pass]) -> Iterator[CourseProblem]:
    ending = {p.end: p for p in passes if p.start <= p.end}
    for p in passes:
        if (before := ending.get(p.start - 1)) and before is not p:
            yield _error(
                "E_PASS_TOUCH",
                _("There is no flat square between %(before)s and %(climb)s.")
                % {"before": _lower(before), "climb": _lower(p)},
                ("passes", p.index, "start"),
            )


def _count(passes: list[Pass]) -> Iterator[CourseProblem]:
    if len(passes) not in PASS_COUNTS:
        yield _error(
            "E_PASS_COUNT",
            _("A stage has three or four passes, and this one has %(count)s.")
            % {"count": len(passes) or "none"},
            ("passes",),
        )


def _hardest(type_: str | None, passes: list[Pass]) -> Iterator[CourseProblem]:
    passes_with_category = [p for p in passes if p.category in CATEGORIES]
    fitting = HARDEST.get(type_ or "")
    if not fitting or not passes_with_category:
        return
    hardest = max(passes_with_category, key=lambda p: CATEGORIES.index(p.category))
    if hardest.category not in fitting:
        names = " or ".join(CATEGORY_NAMES[category] for category in fitting)
        yield _warning(
            "W_TYPE",
            _("The hardest pass of a %(type)s stage is %(names)s; here it is %(hardest)s.")
            % {"type": TYPE_NAMES[type_ or ""], "names": names, "hardest": _lower(hardest)},
            ("type",),
        )


def _sprints(stage: StageLike, passes: list[Pass], numbers: Master) -> Iterator[CourseProblem]:
    right = numbers.sprint_count.get(stage.type or "")
    if right is not None and len(stage.sprints) != right:
        yield _error(
            "E_IS_COUNT",
            _("A %(type)s stage has %(right)s intermediate sprints, and this one has %(count)s.")
            % {
                "type": TYPE_NAMES[stage.type or ""],
                "right": right,
                "count": len(stage.sprints) or "none",
            },
            ("sprints",),
        )
    for index, km in enumerate(stage.sprints):
        if km in stage.sprints[:index]:
            yield _error(
                "E_IS_DUP",
                _("There is another intermediate sprint on km %(km)s.") % {"km": write_figure(km)},
                ("sprints", index),
            )
        if wrong := _wrong_place(km, stage.length, passes):
            yield _error("E_IS_FLAT", wrong, ("sprints", index))
        if 2 * km > stage.length:
            yield _warning(
                "W_IS_LATE",
                _(
                    "The intermediate sprint on km %(km)s lies in the second half of "
                    "the stage; sprints belong near the beginning."
                )
                % {"km": write_figure(km)},
                ("sprints", index),
            )


def _wrong_place(km: int, length: int, passes: list[Pass]) -> str:
    """Say why no intermediate sprint may lie on that kilometre."""
    if not 1 <= km < length:
        return _(
            "The intermediate sprint on km %(km)s does not lie between the start "
            "and the finish at km %(length)s."
        ) % {"km": write_figure(km), "length": write_figure(length)}
    if on := next((p for p in passes if p.start <= km <= p.end), None):
        return _(
            "The intermediate sprint on km %(km)s lies on %(climb)s: it must be on the flat."
        ) % {"km": km, "climb": _lower(on)}
    return ""
