from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models import Q
from django.utils.translation import gettext

from tourmanager.tours.checks import SOURCES, Source, check_games

if TYPE_CHECKING:
    from tourmanager.tours.models import Draft


class ToursConfig(AppConfig):
    name = "tourmanager.tours"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tourmanager.tours.models import Draft, Tour

        SOURCES["tour"] = Source(Tour, lambda tour: f"“{tour.name}”", Q(erased_at=None))
        SOURCES["draft"] = Source(Draft, _name_draft)
        register(check_games, Tags.database)


def _name_draft(draft: "Draft") -> str:
    name = draft.data.get("name") if isinstance(draft.data, dict) else ""
    if not name:
        return gettext("a draft without a name")
    return gettext("the draft “%(name)s”") % {"name": str(name)[:80]}
