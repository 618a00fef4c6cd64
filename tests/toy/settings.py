"""The app's settings with one more game: the one line of registration."""

from tourmanager.settings import *  # noqa: F403
from tourmanager.settings import GAME_ROOMS as ROOMS
from tourmanager.settings import INSTALLED_APPS as APPS

GAME_ROOMS = [*ROOMS, "tests.toy.room"]
INSTALLED_APPS = [*APPS, "tests.toy"]  # as tourmanager.settings makes it of GAME_ROOMS
