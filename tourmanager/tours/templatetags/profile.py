"""`{% profile course %}`: how to use it stands in `tours/profile.py`.

A stage page draws its profile with every tap, and little of it changes: grounds and signs are rendered once and kept.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string

from tourmanager.tours.course import TYPE_NAMES, StageLike, lines
from tourmanager.tours.measure import KM
from tourmanager.tours.models import Stage
from tourmanager.tours.profile import ProfileLine, describe, profile_lines
from tourmanager.tours.profile_drawing import Drawing, Sign, draw
from tourmanager.tours.profile_ground import Ground

register = template.Library()


def lines_of(course: Stage | StageLike) -> list[ProfileLine]:
    """Plain signs of a stage of a tour (prefetch its `lines`) or of a plan."""
    return profile_lines(course.lines.all(), course.measure) if isinstance(course, Stage) else profile_lines(lines(course))


@lru_cache(maxsize=512)
def ground_markup(ground: Ground) -> str:
    return render_to_string("tours/_profile_ground.html", {"ground": ground})


@lru_cache(maxsize=4096)
def sign_markup(sign: Sign) -> str:
    return render_to_string("tours/_profile_sign.html", {"sign": sign})


def markup(drawing: Drawing) -> dict[str, Any]:
    return {
        "layout": drawing.ground.layout,
        "height": drawing.ground.height,
        "linked": drawing.linked,
        "ground": ground_markup(drawing.ground),
        "signs": [sign_markup(sign) for sign in drawing.signs],
    }


@register.inclusion_tag("tours/_profile.html", name="profile")
def profile(course: Stage | StageLike, lines: Iterable[ProfileLine] | None = None, size: str = "large") -> dict[str, Any]:
    signs = lines_of(course) if lines is None else list(lines)
    measure, kind = (course.measure, course.kind_of_road) if isinstance(course, Stage) else (KM, TYPE_NAMES.get(course.type or "", ""))
    return {
        "size": size,
        "drawings": [markup(drawing) for drawing in draw(course.length, signs, size, measure)],
        "title": "Profile of the stage",
        "description": describe(course.length, signs, kind, measure),
    }
