from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.db.models import Q
from django.utils.translation import gettext

from tourmanager.tours.checks import SOURCES, Source

if TYPE_CHECKING:
    from tourmanager.play.models import Ride


class PlayConfig(AppConfig):
    name = "tourmanager.play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tourmanager.play.models import Ride

        SOURCES["ride"] = Source(Ride, _name_ride, Q(stage=None))  # others open with their tour


def _name_ride(ride: "Ride") -> str:
    return gettext("the single stage “%(name)s”") % {"name": ride.name}
