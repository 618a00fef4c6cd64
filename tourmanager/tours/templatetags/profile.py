"""`{% profile course %}`: how to use it stands in `tours/profile.py`."""

from collections.abc import Iterable
from typing import Any

from django import template

from tourmanager.tours.course import TYPE_NAMES, StageLike, lines
from tourmanager.tours.models import Stage
from tourmanager.tours.profile import ProfileLine, describe, profile_lines
from tourmanager.tours.profile_drawing import draw

register = template.Library()


def lines_of(course: Stage | StageLike) -> list[ProfileLine]:
    """Plain signs of a stage of a tour (prefetch its `lines`) or of a plan."""
    return profile_lines(course.lines.all() if isinstance(course, Stage) else lines(course))


@register.inclusion_tag("tours/_profile.html", name="profile")
def profile(course: Stage | StageLike, lines: Iterable[ProfileLine] | None = None, size: str = "large") -> dict[str, Any]:
    signs = lines_of(course) if lines is None else list(lines)
    return {
        "size": size,
        "drawings": draw(course.length, signs, size),
        "title": "Profile of the stage",
        "description": describe(course.length, signs, TYPE_NAMES.get(course.type or "", "")),
    }
