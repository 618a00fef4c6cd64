"""Trouble is said in plain words, with the way back, and never as a crash."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.web.urls")]


def words(response) -> str:
    return response.content.decode()


def test_an_unknown_address_leads_back_to_the_main_menu(client: Client) -> None:
    response = client.get("/tours/of-nowhere/at-all/")
    assert response.status_code == 404
    assert "There is no such page" in words(response)
    assert 'href="/"' in words(response)


def test_a_refusal_keeps_its_reason_and_offers_to_sign_in(client: Client) -> None:
    response = client.get("/refused/")
    assert response.status_code == 403
    assert "Only a director of this tour can do that." in words(response)
    assert "/account/sign-in/?next=%2Frefused%2F" in words(response)


def test_the_way_back_is_the_page_before_when_it_is_ours(client: Client) -> None:
    assert 'href="http://testserver/teams/"' in words(
        client.get("/refused/", headers={"referer": "http://testserver/teams/"})
    )
    assert "evil" not in words(client.get("/refused/", headers={"referer": "http://evil.example/"}))


def test_a_fault_of_ours_is_owned_up_to(client: Client) -> None:
    client.raise_request_exception = False
    response = client.get("/broken/")
    assert response.status_code == 500
    assert "Something went wrong" in words(response)
    assert "ZeroDivision" not in words(response)


@pytest.mark.parametrize(
    ("path", "status"), [("/refused/", 403), ("/nowhere/", 404), ("/broken/", 500)]
)
def test_a_part_of_a_page_gets_its_trouble_as_a_fragment_in_its_own_place(
    client: Client, path: str, status: int
) -> None:
    client.raise_request_exception = False
    response = client.get(path, headers={"HX-Request": "true"})
    assert response.status_code == status
    assert response["HX-Retarget"] == "#alert"
    assert "<html" not in words(response)


def test_a_form_from_an_old_page_is_explained() -> None:
    response = Client(enforce_csrf_checks=True).post("/strict/", {"name": "x"})
    assert response.status_code == 403
    assert "Nothing was changed" in words(response)


def test_too_many_fields_are_too_much(client: Client) -> None:
    response = client.post("/heard/", {f"field{n}": "x" for n in range(2001)})
    assert response.status_code == 413
    assert "too much" in words(response)


def test_too_large_a_form_is_too_much(client: Client, settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    assert (
        client.post(
            "/heard/", "name=" + "x" * 2000, content_type="application/x-www-form-urlencoded"
        ).status_code
        == 413
    )
    assert (
        client.post(
            "/heard/", b"[" + b"1" * 2000 + b"]", content_type="application/json"
        ).status_code
        == 413
    )


def test_too_many_files_are_too_much(client: Client) -> None:
    response = client.post(
        "/heard/", {f"file{n}": SimpleUploadedFile("a.csv", b"a") for n in range(101)}
    )
    assert response.status_code == 413


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"nonsense", "multipart/form-data; boundary="),
        (b"nonsense", "multipart/form-data"),
        (b"--x\r\nContent-Disposition: form-data; name=", "multipart/form-data; boundary=\xe9"),
    ],
)
def test_a_broken_upload_is_unreadable_and_no_crash(
    client: Client, body: bytes, content_type: str
) -> None:
    assert client.post("/heard/", body, content_type=content_type).status_code == 400


def test_a_host_that_is_none_is_unreadable(client: Client) -> None:
    assert client.get("/refused/", headers={"host": "no host/"}).status_code == 400
