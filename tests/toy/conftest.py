"""Run the tests of this folder on a server that knows Toy Dash: with `tests.toy.settings`, and what
an app reads of them once, at its start, read again.
"""

from collections.abc import Iterator
from importlib import reload

import pytest
from django.test import override_settings
from django.urls import clear_url_caches

import tourmanager.urls
from tests.toy import settings as with_toy
from tourmanager.results.sheet import entries


def read_again() -> None:
    """Forget what was read of the list of games when the server started."""
    for known in (entries._union, entries._decoder, entries._old_tags):
        known.cache_clear()
    reload(tourmanager.urls)
    clear_url_caches()


@pytest.fixture(scope="package", autouse=True)
def toy_dash() -> Iterator[None]:
    """Register the game for the tests of this folder."""
    with override_settings(GAME_ROOMS=with_toy.GAME_ROOMS, INSTALLED_APPS=with_toy.INSTALLED_APPS):
        read_again()
        yield
    read_again()
