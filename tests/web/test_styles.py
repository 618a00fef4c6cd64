"""The rules for style sheets, and what the journeys rely on when they look at a page once for day
and night.
"""

from pathlib import Path

import pytest
from django.conf import settings

from tests.styles import (
    declared_layers,
    outside_layers,
    problems_of,
    repeated_properties,
    unset_properties,
)

STYLES = sorted((Path(settings.BASE_DIR) / "static").rglob("*.css"))


def test_day_and_night_differ_in_colours_alone():
    """A style knows of them by `light-dark()` only, which stands for colours; a script asks for
    nothing.
    """
    sources = [
        *STYLES,
        *(Path(settings.BASE_DIR) / "static").rglob("*.js"),
        *Path(settings.BASE_DIR, "templates").rglob("*.html"),
    ]
    assert len(STYLES) > 5
    assert [
        file.name for file in sources if "prefers-color-scheme" in file.read_text(encoding="utf-8")
    ] == []


def test_every_style_sheet_keeps_the_rules():
    assert problems_of() == []


@pytest.mark.parametrize(
    ("css", "problems"),
    [
        (".a { color: red; margin: 0; color: blue }", ["1: color stands twice in a block"]),
        (".a { --x: 1;\n --x: 2 }", ["2: --x stands twice in a block"]),
        (
            "@layer a { @media (width > 9rem) {\n.b { top: 0; top: 1px } } }",
            ["2: top stands twice in a block"],
        ),
        (".a { color: red !important; color: blue }", []),
        (".a { color: red } .a { color: blue }", []),
    ],
)
def test_a_property_stands_once_in_a_block(css: str, problems: list[str]):
    assert repeated_properties(css) == problems


def test_a_custom_property_without_a_fallback_is_set_somewhere():
    css = ".a { color: var(--ink);\n top: var(--no-such); left: var( --other , 0) }"
    assert unset_properties(css, {"--ink"}) == ["2: --no-such is set nowhere"]


def test_every_rule_stands_in_a_layer_that_has_its_place():
    order = declared_layers("@layer base, boards;\n@layer base { a { color: red } }")
    assert order == ["base", "boards"]
    css = "@layer base { a { top: 0 } }\n@media print { a { top: 0 } }\n@layer bse { b { top: 0 } }"
    assert outside_layers(css, order) == [
        "2: this stands in no layer",
        "3: base.css does not declare this layer",
    ]
