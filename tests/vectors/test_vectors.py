"""Runs every test vector of the rules. `make vectors FILE=path` runs another file of the
same form.
"""

from pathlib import Path

import pytest

from tests.vectors.kinds import Kind, Vector, import_all, kinds_of, load

import_all()
FILES = sorted(Path(__file__).parent.glob("*.vectors.yaml"))
VECTORS = [(vector, kinds_of(file)[vector["kind"]]) for file in FILES for vector in load(file)]


def marks(vector: Vector, kind: Kind) -> list[pytest.MarkDecorator]:
    """The rules it holds, and whether it needs a database: asked for by a mark, so that one is made
    also where no other test needs it.
    """
    return [pytest.mark.rule(*vector["rules"]), *([pytest.mark.django_db] if kind.db else [])]


@pytest.mark.parametrize(
    ("vector", "kind"),
    [
        pytest.param(vector, kind, id=vector["id"], marks=marks(vector, kind))
        for vector, kind in VECTORS
    ],
)
def test_vector(vector: Vector, kind: Kind) -> None:
    expected, got = kind.adapter(vector)
    assert got == expected, vector.get("note", "")


def test_every_vector_is_there_once() -> None:
    ids = [vector["id"] for vector, _ in VECTORS]
    assert len(ids) == len(set(ids))
