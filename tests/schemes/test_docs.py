"""What the documentation shows is a scheme."""

import re
from pathlib import Path

import msgspec

from tourmanager.scoring import scheme as schemes
from tourmanager.scoring.scheme import read_toml

DOCS = (Path(__file__).parents[2] / "docs" / "schemes.md").read_text(encoding="utf-8")


def test_the_example_can_be_used():
    example = re.search(r"```toml\n(.*?)```", DOCS, flags=re.S)
    assert example
    assert [ranking.name for ranking in read_toml(example[1]).classifications] == [
        "General classification",
        "Mountains",
        "Youth",
    ]


def test_every_field_is_explained():
    for struct in (
        schemes.Scheme,
        schemes.Ranking,
        schemes.Bonus,
        schemes.TeamRules,
        schemes.ManagerPoints,
    ):
        for field in msgspec.structs.fields(struct):
            assert f"`{field.name}`" in DOCS or f"[{field.name}]" in DOCS, field.name
