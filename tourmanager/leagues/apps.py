from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "tourmanager.leagues"
    default_auto_field = "django.db.models.BigAutoField"
