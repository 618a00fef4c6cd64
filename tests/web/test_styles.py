"""The rules for style sheets, and what the journeys rely on when they look at a page once for day
and night.
"""

import re
from collections import defaultdict
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

STATIC = Path(settings.BASE_DIR) / "static"
STYLES = sorted(STATIC.rglob("*.css"))
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SELECTOR = re.compile(r"([^{};]+)\{")
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")


def test_day_and_night_differ_in_colours_alone():
    """A style knows of them by `light-dark()` only, which stands for colours; a script asks for
    nothing, but that of the API's page, whose library knows no other way.
    """
    sources = [
        *STYLES,
        *(Path(settings.BASE_DIR) / "static").rglob("*.js"),
        *Path(settings.BASE_DIR, "templates").rglob("*.html"),
    ]
    assert len(STYLES) > 5
    assert [
        file.relative_to(settings.BASE_DIR).as_posix()
        for file in sources
        if "prefers-color-scheme" in file.read_text(encoding="utf-8")
    ] == ["static/api/documentation.js"]


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


def test_the_styles_of_every_stage_know_no_class_of_one_game_alone():
    """A class that only one game's pages have stands in the style sheet of that game."""
    css = COMMENT.sub("", (STATIC / "css" / "stage.css").read_text(encoding="utf-8"))
    classes = {name for selector in SELECTOR.findall(css) for name in CLASS.findall(selector)}
    shared, rooms = sources_of_pages()
    of_one_game = {
        name: [room for room, text in rooms.items() if has_word(text, name)]
        for name in classes
        if not has_word(shared, name)
    }
    assert {name: found for name, found in of_one_game.items() if len(found) == 1} == {}
    assert {"panel", "place", "arrivals"} <= classes


def sources_of_pages() -> tuple[str, dict[str, str]]:
    """Read what writes the markup of pages: what all games share, and each game's own."""
    shared, rooms = [], defaultdict(list)
    base = Path(settings.BASE_DIR)
    for folder, pattern in (("templates", "*.html"), ("static", "*.js"), ("tourmanager", "*.py")):
        for path in (base / folder).rglob(pattern):
            parts = path.relative_to(base).parts
            text = path.read_text(encoding="utf-8")
            if "tabletop" in parts[:-2]:
                rooms[parts[parts.index("tabletop") + 1]].append(text)
            else:
                shared.append(text)
    return "\n".join(shared), {room: "\n".join(texts) for room, texts in rooms.items()}


def has_word(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None
