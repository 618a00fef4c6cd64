"""Runs every test vector of the rules whose kind has an adapter. CYCLING_PARTY_VECTORS names another file of the same form."""

import os
import pkgutil
from importlib import import_module
from pathlib import Path

import pytest

import tests.vectors as folder
from tests.vectors.kinds import KINDS, Vector, load

for module in pkgutil.iter_modules(folder.__path__):
    if not module.name.startswith("test_"):
        import_module(f"{folder.__name__}.{module.name}")

FILE = Path(os.environ.get("CYCLING_PARTY_VECTORS", Path(__file__).parent / "cycling-party.vectors.yaml"))
VECTORS = list(load(FILE))
OF_THE_ENGINE = {"units", "turn", "move", "paceline"}  # a stage played on the screen; no room of this app asks them


def marks(vector: Vector) -> list[pytest.MarkDecorator]:
    """The rules it holds, and whether it needs a database: asked for by a mark, so that one is made also where no other test needs it."""
    _, db = KINDS[vector["kind"]]
    return [pytest.mark.rule(*vector["rules"]), *([pytest.mark.django_db] if db else [])]


@pytest.mark.parametrize(
    "vector", [pytest.param(vector, id=vector["id"], marks=marks(vector)) for vector in VECTORS if vector["kind"] in KINDS]
)
def test_vector(vector: Vector) -> None:
    adapter, _ = KINDS[vector["kind"]]
    expected, got = adapter(vector)
    assert got == expected, vector.get("note", "")


def test_only_the_kinds_of_the_engine_have_no_adapter() -> None:
    assert {vector["kind"] for vector in VECTORS} - set(KINDS) == OF_THE_ENGINE


def test_every_vector_is_there_once() -> None:
    ids = [vector["id"] for vector in VECTORS]
    assert len(ids) == len(set(ids))
