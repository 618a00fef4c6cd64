from django.apps import AppConfig
from django.core.checks import register

from tourmanager.web.guarded import check_guards


class WebConfig(AppConfig):
    name = "tourmanager.web"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register(check_guards)
