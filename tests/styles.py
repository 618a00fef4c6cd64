"""`python -m tests.styles` (part of `make lint-styles`): the rules of our own for style sheets.

Every rule stands in a layer whose place base.css declares, no property stands twice in a block, and
every custom property that is used is set somewhere.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import tinycss2
from tinycss2.ast import AtRule, Declaration, Node, QualifiedRule

STATIC = Path(__file__).parent.parent / "static"
USED = re.compile(r"var\(\s*(--[\w-]+)\s*([,)])")
DECLARES_LAYERS = "base.css"
# Scripts set these on elements.
SET_BY_SCRIPTS = re.compile(r"""setProperty\(\s*["'](--[\w-]+)""")


def rules(nodes: list[Node]) -> Iterator[QualifiedRule]:
    """Yield the rules with declarations, at every depth of at-rules."""
    for node in nodes:
        if isinstance(node, QualifiedRule):
            yield node
        elif isinstance(node, AtRule) and node.content is not None:
            yield from rules(tinycss2.parse_blocks_contents(node.content))


def declarations(rule: QualifiedRule) -> list[Declaration]:
    found = tinycss2.parse_blocks_contents(rule.content)
    return [node for node in found if isinstance(node, Declaration)]


def repeated_properties(css: str) -> list[str]:
    """Name the properties that a block sets twice: the first of the two has no effect."""
    problems = []
    for rule in rules(tinycss2.parse_stylesheet(css)):
        seen: dict[str, Declaration] = {}
        for declaration in declarations(rule):
            name = declaration.name
            if name in seen and seen[name].important <= declaration.important:
                problems.append(f"{declaration.source_line}: {name} stands twice in a block")
            seen[name] = declaration
    return problems


def declared_layers(css: str) -> list[str]:
    """Name the layers whose order a style sheet declares, the weakest first."""
    return [
        name.strip()
        for node in tinycss2.parse_stylesheet(css)
        if isinstance(node, AtRule) and node.lower_at_keyword == "layer" and node.content is None
        for name in tinycss2.serialize(node.prelude).split(",")
    ]


def outside_layers(css: str, layers: list[str]) -> list[str]:
    """Name what stands outside the declared layers, where it would win over all of them."""
    problems = []
    for node in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
        if isinstance(node, AtRule) and node.lower_at_keyword == "import":
            continue  # its rules are looked at where they stand
        layer = isinstance(node, AtRule) and node.lower_at_keyword == "layer"
        if not layer:
            problems.append(f"{node.source_line}: this stands in no layer")
        elif node.content is not None and tinycss2.serialize(node.prelude).strip() not in layers:
            problems.append(f"{node.source_line}: {DECLARES_LAYERS} does not declare this layer")
    return problems


def properties_set(css: str) -> set[str]:
    return {
        declaration.name
        for rule in rules(tinycss2.parse_stylesheet(css))
        for declaration in declarations(rule)
        if declaration.name.startswith("--")
    }


def unset_properties(css: str, known: set[str]) -> list[str]:
    """Name the custom properties without a fallback that nothing sets."""
    return [
        f"{css.count(chr(10), 0, use.start()) + 1}: {use[1]} is set nowhere"
        for use in USED.finditer(css)
        if use[2] == ")" and use[1] not in known
    ]


def problems_of(static: Path = STATIC) -> list[str]:
    sheets = {file: file.read_text(encoding="utf-8") for file in sorted(static.rglob("*.css"))}
    known = {name for css in sheets.values() for name in properties_set(css)}
    for script in static.rglob("*.js"):
        known |= set(SET_BY_SCRIPTS.findall(script.read_text(encoding="utf-8")))
    layers = {file: declared_layers(css) for file, css in sheets.items()}
    order = next(names for file, names in layers.items() if file.name == DECLARES_LAYERS)
    found = [
        f"{file.relative_to(static.parent)}: only {DECLARES_LAYERS} declares the order of layers"
        for file, names in layers.items()
        if names and file.name != DECLARES_LAYERS
    ]
    return found + [
        f"{file.relative_to(static.parent)}:{problem}"
        for file, css in sheets.items()
        for problem in (
            *outside_layers(css, order),
            *repeated_properties(css),
            *unset_properties(css, known),
        )
    ]


def main() -> int:
    found = problems_of()
    for problem in found:
        print(problem)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
