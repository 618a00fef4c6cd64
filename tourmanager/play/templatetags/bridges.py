"""What pages of a ride ask about its game."""

from django import template

from tourmanager.play.bridges import table_of
from tourmanager.play.models import Ride

register = template.Library()


@register.filter
def goes_to_table(ride: Ride) -> bool:
    """Whether a board can be set up as the ride stands, so that it goes on there."""
    return table_of(ride.game) is not None
