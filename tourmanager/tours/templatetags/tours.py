"""Provide tags for the pages of a tour."""

from collections.abc import Iterator
from typing import NamedTuple

from django import template
from django.urls import reverse

from tourmanager.tours.contract import set_up_of
from tourmanager.tours.models import Stage, Tour

register = template.Library()


class TabLink(NamedTuple):
    key: str
    name: str
    address: str


@register.simple_tag
def game_tabs(tour: Tour) -> Iterator[TabLink]:
    """Return the tabs that only the tours of this game have."""
    return (
        TabLink(tab.key, str(tab.name), reverse(tab.view, args=[tour.slug]))
        for tab in set_up_of(tour).tabs
    )


@register.simple_tag
def road_address(stage: Stage) -> str:
    """Return where directors change the road of a stage; "" where it cannot be changed."""
    return set_up_of(stage.tour).road_address(stage)
