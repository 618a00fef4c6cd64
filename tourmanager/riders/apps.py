from django.apps import AppConfig


class RidersConfig(AppConfig):
    name = "tourmanager.riders"
    default_auto_field = "django.db.models.BigAutoField"
