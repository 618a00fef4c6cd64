"""What `--database-only` leaves out: tests that cannot ask the database, and no other."""

import pytest
from django.db import connection

from tests.conftest import asks_database


def test_who_asks_nothing_is_left_out_and_cannot_ask(request):
    assert not asks_database(request.node)
    with pytest.raises(RuntimeError, match="Database access not allowed"):
        connection.ensure_connection()


@pytest.mark.django_db
def test_who_is_marked_stays(request):
    assert asks_database(request.node)


@pytest.mark.usefixtures("db")
def test_who_uses_the_database_stays(request):
    assert asks_database(request.node)


def test_who_uses_it_by_a_fixture_of_a_fixture_stays(request, admin_client):
    assert asks_database(request.node)


@pytest.mark.layout
@pytest.mark.django_db
def test_what_only_measures_pages_is_left_out(request):
    assert not asks_database(request.node)


@pytest.mark.any_database
@pytest.mark.django_db
def test_what_only_reads_pages_is_left_out(request):
    assert not asks_database(request.node)
