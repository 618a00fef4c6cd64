"""The registry of games: no default, and an unknown key is refused in words."""

import pytest
from django.conf import settings
from django.core.checks import Error
from django.test import override_settings

from tourmanager.tabletop.apps import check_rooms
from tourmanager.tabletop.registry import UnknownGame, part, parts, room, rooms


def test_an_unknown_game_is_refused_in_words():
    with pytest.raises(UnknownGame, match=r"does not know the game “curling”\. It knows: Cycling"):
        room("curling")
    with pytest.raises(UnknownGame):
        part("", object)


def test_every_room_is_found_by_its_key():
    folders = [module.split(".")[-2] for module in settings.GAME_ROOMS]
    assert "cycling_party" in folders
    assert [each.key for each in rooms()] == folders
    assert parts(str) == {}


@override_settings(GAME_ROOMS=["tourmanager.tabletop.race.room"] * 2 + ["tests.no_such_room"])
def test_start_up_names_rooms_that_are_missing_or_there_twice():
    twice, missing = check_rooms()
    assert isinstance(twice, Error)
    assert "both rooms of the game “race”" in twice.msg
    assert "tests.no_such_room" in missing.msg
