"""Somebody who is signed in; shared by the tests of tours."""

import pytest
from django.test import Client

from tests.factory import a_user
from tourmanager.accounts.models import User


@pytest.fixture
def ada() -> User:
    return a_user("ada")


@pytest.fixture
def client(client: Client, ada: User) -> Client:
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    return client
