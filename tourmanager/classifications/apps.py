from django.apps import AppConfig


class ClassificationsConfig(AppConfig):
    name = "tourmanager.classifications"
    default_auto_field = "django.db.models.BigAutoField"
