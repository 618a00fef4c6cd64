from django.apps import AppConfig


class ToursConfig(AppConfig):
    name = "tourmanager.tours"
    default_auto_field = "django.db.models.BigAutoField"
