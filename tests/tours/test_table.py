"""`make run`: what a table is told, and what happens when the port is taken."""

import socket
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from rich.console import Console

from tests.factory import a_user
from tourmanager.tours import table


def told(**fields) -> str:
    out = StringIO()
    table.show(
        Console(file=out, width=60),
        **({"port": 8000, "sign_in": None, "database": "SQLite"} | fields),
    )
    return out.getvalue()


def test_a_port_in_use_is_said_in_plain_words():
    with table.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            table.PortTaken, match=rf"Port {port} is in use.*make run PORT={port + 1}"
        ):
            table.listen("127.0.0.1", port)
        with pytest.raises(CommandError, match="is in use"):
            call_command("serve", host="127.0.0.1", port=port)


@pytest.mark.parametrize("port", [-1, 65536, 10**30])
def test_a_port_that_cannot_be(port):
    with pytest.raises(table.PortTaken, match="There is no port"):
        table.listen("127.0.0.1", port)


@pytest.mark.django_db
def test_the_link_signs_in_once(client):
    user = a_user("demo")
    path = table.sign_in_path("demo")
    said = told(sign_in=path)
    assert f"http://127.0.0.1:8000{path}\n" in said  # in one piece, however narrow the terminal is
    client.get(path)
    assert client.session["_auth_user_id"] == str(user.pk)
    client.logout()
    client.get(path)
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db
def test_nobody_is_signed_in_who_does_not_exist():
    assert table.sign_in_path("demo") is None


def test_a_table_with_a_network_gets_a_code_for_phones(monkeypatch):
    monkeypatch.setattr(table, "network_address", lambda: "192.168.7.20")
    said = told(port=8123)
    assert "http://192.168.7.20:8123\n" in said
    assert table.terminal_qr("http://192.168.7.20:8123/").splitlines()[5] in said
    assert "/account/sign-up/" in said
    assert "Ctrl-C" in said


def test_a_table_without_network_is_told_so(monkeypatch):
    def unreachable(*_):
        raise OSError

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert "There is no network" in told()
