"""Find the tour that a command line names by its link or its name."""

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tourmanager.tabletop.registry import room
from tourmanager.tours.models import Tour


class NoSuchTour(LookupError):
    """No tour has that link or name; the message lists the tours there are."""


def tour_named(text: str) -> Tour:
    """Return the tour of that slug or name, ignoring case. Raises NoSuchTour."""
    tours = list(Tour.objects.not_erased().order_by("name"))
    key = text.strip().casefold()
    for tour in tours:
        if key in (tour.slug.casefold(), tour.name.casefold()):
            room(tour.game)  # raises UnknownGame
            return tour
    if not tours:
        raise NoSuchTour(
            _("There is no tour “%(name)s”: no tour was created yet.") % {"name": text}
        )
    names = "\n".join(f"  {tour.name} ({tour.slug})" for tour in tours)
    raise NoSuchTour(
        _("There is no tour “%(name)s”. There are:\n%(known)s") % {"name": text, "known": names}
    )


def add_tour(parser: CommandParser) -> None:
    """Add the optional argument TOUR to a command."""
    parser.add_argument(
        "tour",
        nargs="?",
        default="",
        metavar="TOUR",
        help=_("name or link of a tour (default: all tours)"),
    )


def tours_named(text: str) -> list[Tour]:
    """Return the named tour, or all tours if none is named. Raises CommandError."""
    try:
        return [tour_named(text)] if text else list(Tour.objects.not_erased().order_by("name"))
    except NoSuchTour as unknown:
        raise CommandError(str(unknown)) from None
