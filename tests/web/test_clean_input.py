"""What no field can hold never reaches one."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tourmanager.web.middleware import CONTROL, ESCAPED_CONTROL

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.web.urls")]


@pytest.mark.parametrize(
    "path",
    [
        "/heard/a%00b/",
        "/heard/%08/",
        "/heard/%FF%FE/",
        "/heard/?name=%00",
        "/heard/?%00=x",
        "/heard/?name=%C3",
        "/heard/?q=" + "x" * 3000,
    ],
)
def test_an_address_that_cannot_be_read_is_refused_in_words(client: Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 400
    assert "That could not be read" in response.content.decode()


@pytest.mark.parametrize("value", ["a\x00b", "\x08", "half \x1b[31m", "\x7f", "\ufffe"])
def test_a_form_with_control_characters_is_refused(client: Client, value: str) -> None:
    assert client.post("/heard/", {"name": value}).status_code == 400
    assert client.post("/heard/", {value: "name"}).status_code == 400


@pytest.mark.parametrize("value", ["%FF", "%ED%A0%80", "a%00"])
def test_a_form_that_is_no_text_is_refused(client: Client, value: str) -> None:
    assert (
        client.post(
            "/heard/", f"name={value}", content_type="application/x-www-form-urlencoded"
        ).status_code
        == 400
    )


def test_a_value_without_end_is_refused(client: Client) -> None:
    response = client.post("/heard/", {"name": "x" * 300_000})
    assert response.status_code == 400
    assert "longer than any field" in response.content.decode()


@pytest.mark.parametrize(
    "value", ["Zoë Müller", "two\r\nlines\tand a tab", "日本 🚴", "O’Brien", ""]
)
def test_names_of_all_the_world_pass(client: Client, value: str) -> None:
    assert client.post("/heard/", {"name": value}).content.decode().split("|")[1] == value


def test_a_file_is_left_to_who_reads_it(client: Client) -> None:
    response = client.post(
        "/heard/", {"file": SimpleUploadedFile("list.xlsx", b"PK\x00\x00\xff"), "name": "x"}
    )
    assert response.status_code == 200
    assert "|x|list.xlsx:5|" in response.content.decode()


@pytest.mark.parametrize(
    ("sent", "status"),
    [("plain", 200), ("Zoë 🚴", 200), ("a\x00b", 400), ("\ud800", 400), (r"C:\u0000", 200)],
)
def test_json_is_held_to_the_same(client: Client, sent: str, status: int) -> None:
    assert (
        client.post(
            "/heard/", json.dumps({"name": sent}), content_type="application/json"
        ).status_code
        == status
    )


@given(text=st.text())
def test_json_is_refused_for_what_a_form_would_be_and_for_nothing_that_can_be_stored(
    text: str,
) -> None:
    storable = "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)
    assert (ESCAPED_CONTROL.search(json.dumps(text).encode()) is None) == storable


@given(
    text=st.text(
        alphabet=st.characters(exclude_categories=["Cc", "Cs", "Cn"], exclude_characters="\ufffd")
    )
)
def test_no_letter_is_refused(text: str) -> None:
    assert CONTROL.search(text) is None


def test_a_spoilt_session_cookie_is_refused_and_taken_away(client: Client) -> None:
    client.cookies["sessionid"] = "abc\x00defghijk"
    response = client.get("/refused/")
    assert response.status_code == 400
    assert response.cookies["sessionid"].value == ""


@pytest.mark.parametrize(
    "text", ['{"do":"turn","turn":1,"turn":2}', ' {"a":[{"b":1,"b":1}]}', '[{"a":1,"\\u0061":2}]']
)
def test_a_key_given_twice_is_refused_as_nobody_knows_which_is_meant(
    client: Client, text: str
) -> None:
    for answer in (
        client.post("/heard/", {"name": text}),
        client.post("/heard/", text, content_type="application/json"),
    ):
        assert answer.status_code == 400
        assert "have the same name" in answer.content.decode()


@pytest.mark.parametrize(
    "text",
    ['{"a":{"b":1},"c":{"b":1}}', "{not JSON, not JSON}", "[" * 100_000, '{"a":1}{"a":2}', "[sic]"],
)
def test_what_repeats_nothing_and_what_is_no_json_passes(client: Client, text: str) -> None:
    assert client.post("/heard/", {"name": text}).status_code == 200
