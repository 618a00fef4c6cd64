from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "tourmanager.api"
    default_auto_field = "django.db.models.BigAutoField"
