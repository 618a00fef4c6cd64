"""What pages of a ride ask about its game."""

from django import template

from tourmanager.play.bridges import table_of
from tourmanager.play.models import Ride
from tourmanager.tours.models import Tour

register = template.Library()


@register.filter
def goes_to_table(raced: Ride | Tour) -> bool:
    """Whether a stage of its game can go on at the table, or from there, when it has begun."""
    return table_of(raced.game) is not None
