from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "tourmanager.leagues"
    verbose_name = "Leagues"
