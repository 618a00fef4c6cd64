from django.apps import AppConfig


class FlammeRougeConfig(AppConfig):
    name = "tourmanager.tabletop.flamme_rouge"
    label = "flamme_rouge"
    default_auto_field = "django.db.models.BigAutoField"
