from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "tourmanager.results"
    default_auto_field = "django.db.models.BigAutoField"
