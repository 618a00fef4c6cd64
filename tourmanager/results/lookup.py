"""The tour somebody names on the command line: by its link or by its name."""

from tourmanager.tours.models import Tour


class NoSuchTour(LookupError):
    """No tour answers to that; the message says what there is."""


def tour_named(text: str) -> Tour:
    """The kept tour of that slug or name, capitals apart. Raises NoSuchTour."""
    tours = list(Tour.objects.kept().order_by("name"))
    asked = text.strip().casefold()
    for tour in tours:
        if asked in (tour.slug.casefold(), tour.name.casefold()):
            return tour
    if not tours:
        raise NoSuchTour(f"There is no tour “{text}”: no tour was created yet.")
    known = "\n".join(f"  {tour.name} ({tour.slug})" for tour in tours)
    raise NoSuchTour(f"There is no tour “{text}”. There are:\n{known}")
