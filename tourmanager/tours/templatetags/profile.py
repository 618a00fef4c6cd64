"""Draw `{% profile course %}`, which `tours/profile/layout.py` explains.

A stage page draws its profile with every tap, and little of it changes: grounds and signs are
rendered once and cached.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tourmanager.tours.models import Stage
from tourmanager.tours.profile.drawing import ProfileDrawing, ProfileSign, draw_profile
from tourmanager.tours.profile.ground import ProfileGround
from tourmanager.tours.profile.layout import ProfileLine, RoadProfile, describe, profile_lines
from tourmanager.web.by_language import cached_by_language

register = template.Library()


def road_of(stage: Stage) -> RoadProfile:
    """Return the road of a stage with plain signs (prefetch its `lines`)."""
    measure = stage.measure
    lines = profile_lines(stage.lines.all(), stage.climbs, measure)
    return RoadProfile(stage.length, lines, stage.kind_of_road, measure)


@lru_cache(maxsize=512)
def ground_markup(ground: ProfileGround) -> str:
    return render_to_string("tours/_profile_ground.html", {"ground": ground})


@cached_by_language(4096)
def sign_markup(sign: ProfileSign) -> str:
    return render_to_string("tours/_profile_sign.html", {"sign": sign})


def markup(drawing: ProfileDrawing) -> dict[str, Any]:
    return {
        "layout": drawing.ground.layout,
        "height": drawing.ground.height,
        "has_links": drawing.has_links,
        "ground": ground_markup(drawing.ground),
        "signs": [sign_markup(sign) for sign in drawing.signs],
    }


@register.inclusion_tag("tours/_profile.html", name="profile")
def profile(
    course: Stage | RoadProfile, lines: Iterable[ProfileLine] | None = None, size: str = "large"
) -> dict[str, Any]:
    """Draw a stage of a tour, or a road that is none yet."""
    if isinstance(course, Stage):
        length, kind, measure = course.length, course.kind_of_road, course.measure
        signs = road_of(course).lines if lines is None else list(lines)
    else:
        length, signs, kind, measure = course
        signs = signs if lines is None else list(lines)
    return {
        "size": size,
        "drawings": [markup(drawing) for drawing in draw_profile(length, signs, size, measure)],
        "title": _("Profile of the stage"),
        "description": describe(length, signs, kind, measure),
    }
