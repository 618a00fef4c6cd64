"""The schema is the one that was published, and its page needs nothing from elsewhere.

After a field was added: `manage.py export_openapi_schema --api tourmanager.api.version_1.api
--indent 1 --output tests/api/openapi.json`.
"""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from tourmanager.results.sheet.entries import all_kinds

# what their names say
OBVIOUS = set(
    "archived changed_at classification colour comments created_at ended_at game key leader name "
    "number official_since pattern place player problems reason rider team tour stage state token "
    "amount at by".split()
)
PUBLISHED = Path(__file__).with_name("openapi.json")
pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def schema() -> dict:
    return Client().get("/api/v1/openapi.json").json()


def test_the_schema_is_the_one_that_was_published():
    assert schema() == json.loads(PUBLISHED.read_text(encoding="utf-8"))


def test_everything_in_the_schema_is_described():
    for path, operations in schema()["paths"].items():
        for operation in operations.values():
            assert len(operation["description"]) > 30, path
    ours = {
        name: each
        for name, each in schema()["components"]["schemas"].items()
        if not name.startswith("entry.")
    }
    for name, each in ours.items():
        for field, details in each["properties"].items():
            described = "description" in details or "$ref" in str(details)
            assert described or field in OBVIOUS, f"{name}.{field}"


def test_every_kind_of_entry_is_in_the_schema():
    schemas = schema()["components"]["schemas"]
    tags = {kind.__struct_config__.tag for kind in all_kinds()}
    said = {
        tag
        for name, each in schemas.items()
        if name.startswith("entry.")
        for tag in each["properties"].get("do", {}).get("enum", [])
    }
    assert said == tags
    references = set(re.findall(r"#/components/schemas/([\w.]+)", json.dumps(schema())))
    assert references <= schemas.keys()
    assert "\\Z" not in json.dumps(schema())


def test_the_address_of_the_api_leads_to_its_page():
    response = Client().get("/api/v1/")
    assert (response.status_code, response["Location"]) == (302, "/api/v1/docs")


def test_the_page_loads_files_of_this_server_alone():
    page = Client().get("/api/v1/docs").content.decode()
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(addresses) > 6
    assert all(address.startswith("/") for address in addresses)
    files = [address for address in addresses if address.startswith(settings.STATIC_URL)]
    assert len(files) > 4
    for file in files:
        assert finders.find(file.removeprefix(settings.STATIC_URL)), file
    scripts = re.findall(r"<script([^>]*)>", page)
    assert all("src=" in script or "application/json" in script for script in scripts)
