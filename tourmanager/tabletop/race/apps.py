from django.apps import AppConfig


class RaceConfig(AppConfig):
    name = "tourmanager.tabletop.race"
    label = "race"
    default_auto_field = "django.db.models.BigAutoField"
