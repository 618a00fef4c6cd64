"""Check at start-up that the rooms of the games can be found, and that each key stands once."""

from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.utils.translation import gettext

from tourmanager.scoring.vocabulary import Vocabulary, find_vocabularies_by
from tourmanager.tabletop import registry


class TabletopConfig(AppConfig):
    name = "tourmanager.tabletop"

    def ready(self) -> None:
        register(check_rooms)
        find_vocabularies_by(lambda: registry.parts(Vocabulary).values())


def check_rooms(**_: Any) -> list[CheckMessage]:
    """Return what is wrong with `settings.GAME_ROOMS`."""
    keys: dict[str, str] = {}
    wrong: list[CheckMessage] = []
    for module in settings.GAME_ROOMS:
        try:
            key = import_module(module).ROOM.key
        except (ImportError, AttributeError) as error:
            sentence = gettext("GAME_ROOMS names %(module)s, which is no room: %(error)s.")
            wrong.append(Error(sentence % {"module": module, "error": error}))
            continue
        if key in keys:
            sentence = gettext("%(one)s and %(other)s are both rooms of the game “%(game)s”.")
            wrong.append(Error(sentence % {"one": keys[key], "other": module, "game": key}))
        keys[key] = module
    return wrong
