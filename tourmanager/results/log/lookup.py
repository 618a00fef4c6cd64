"""The tour somebody names on the command line: by its link or by its name."""

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tourmanager.tabletop.registry import room
from tourmanager.tours.models import Tour


class NoSuchTour(LookupError):
    """No tour answers to that; the message says what there is."""


def tour_named(text: str) -> Tour:
    """The kept tour of that slug or name, capitals apart. Raises NoSuchTour."""
    tours = list(Tour.objects.kept().order_by("name"))
    asked = text.strip().casefold()
    for tour in tours:
        if asked in (tour.slug.casefold(), tour.name.casefold()):
            room(tour.game)  # raises UnknownGame
            return tour
    if not tours:
        raise NoSuchTour(
            _("There is no tour “%(name)s”: no tour was created yet.") % {"name": text}
        )
    known = "\n".join(f"  {tour.name} ({tour.slug})" for tour in tours)
    raise NoSuchTour(
        _("There is no tour “%(name)s”. There are:\n%(known)s") % {"name": text, "known": known}
    )


def add_tour(parser: CommandParser) -> None:
    """The argument of a command that looks at one tour, or at all."""
    parser.add_argument(
        "tour",
        nargs="?",
        default="",
        metavar="TOUR",
        help="name or link of a tour (default: all tours)",
    )


def tours_named(text: str) -> list[Tour]:
    """That tour; all that are kept where none is named. Raises CommandError."""
    try:
        return [tour_named(text)] if text else list(Tour.objects.kept().order_by("name"))
    except NoSuchTour as unknown:
        raise CommandError(str(unknown)) from None
