"""A template tag by which pages tell somebody that a stage waits for their word."""

from collections.abc import Iterable

from django import template
from django.contrib.auth.models import AnonymousUser

from tourmanager.accounts.models import User
from tourmanager.results.publishing.waiting import stages_waiting_for
from tourmanager.tours.models import Stage, Tour

register = template.Library()


@register.simple_tag
def waiting_stages(
    user: User | AnonymousUser, tours: Tour | Iterable[Tour] | None = None
) -> list[Stage]:
    """Return the stages that this user is asked to confirm, of one tour, of several or of all."""
    return stages_waiting_for(user, [tours] if isinstance(tours, Tour) else tours)
