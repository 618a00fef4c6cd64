from django.apps import AppConfig
from django.core.checks import Tags, register

from tourmanager.tours.checks import check_games


class ToursConfig(AppConfig):
    name = "tourmanager.tours"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register(check_games, Tags.database)
