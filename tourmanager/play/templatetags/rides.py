"""Look up the game of a ride in templates."""

from django import template

from tourmanager.play.contract import find_screen, screen_of
from tourmanager.play.models import Ride
from tourmanager.tours.models import Tour

register = template.Library()


@register.filter
def goes_to_table(ride_or_tour: Ride | Tour) -> bool:
    """Return True when a stage of its game can go on at the table, or from there."""
    screen = find_screen(ride_or_tour.game)
    return screen is not None and screen.table is not None


@register.filter
def chance(ride: Ride, word: str) -> str:
    """Return what chance gives in the game of the ride, by one of the words of `Chance`."""
    return str(getattr(screen_of(ride.game).chance, word))


@register.simple_tag
def hidden_words(ride: Ride, word: str, **values: str) -> str:
    """Say something of what only the player of a seat may see, by a field of `HiddenWords`."""
    return str(getattr(screen_of(ride.game).hidden_words, word)) % values


@register.simple_tag
def table_words(ride: Ride, word: str, **values: str) -> str:
    """Say something of a team that plays on the table, by a field of `TableWords`."""
    return str(getattr(screen_of(ride.game).table_words, word)) % values


@register.filter
def teams_at_table(ride: Ride) -> tuple[str, ...]:
    """Return teams whose player types what lies on the table."""
    return screen_of(ride.game).teams_at_table(ride.setup)


@register.filter
def board_scripts(ride: Ride) -> tuple[str, ...]:
    """Return the scripts of the game's board."""
    return screen_of(ride.game).board.scripts


@register.filter
def board_styles(ride: Ride) -> tuple[str, ...]:
    """Return the style sheets of the game's board."""
    return screen_of(ride.game).board.styles
