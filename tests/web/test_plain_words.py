"""Pages speak plain English: riders and players are *they*, and no old words make a reader
translate."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

BASE = Path(settings.BASE_DIR)
TEMPLATES = sorted((BASE / "templates").rglob("*.html"))
SCRIPTS = sorted((BASE / "static").rglob("*.js"))
MODULES = [
    path
    for room in ("tourmanager", "games")
    for path in sorted((BASE / room).rglob("*.py"))
    if "migrations" not in path.parts
]
RULES = sorted((BASE / "games").rglob("rules.toml"))
CODE = re.compile(r"{[%#].*?[%#]}|{{.*?}}|<[^>]*>", re.DOTALL)
OLD = re.compile(
    r"\b(?:he|him|his|himself|anew|mend(?:s|ed)?|reckon(?:s|ed|ing)?|whoever)\b", re.IGNORECASE
)
STRING = re.compile(r'"([^"\n]*)"|`([^`\n]*)`')


def words_of(path: Path) -> str:
    """Return what of a template, script, module or rule book can appear on a page."""
    match path.suffix:
        case ".html":
            text = path.read_text()
            named = re.findall(r'(?:aria-label|title|placeholder)="([^"]*)"', text)
            return " ".join([CODE.sub(" ", text), *named])
        case ".js":
            lines = path.read_text().splitlines()
            code = [line for line in lines if not line.lstrip().startswith("//")]
            return " ".join("".join(found) for line in code for found in STRING.findall(line))
        case ".toml":
            return " ".join(tomllib.loads(path.read_text()).values())
        case _:
            return " ".join(_strings(ast.parse(path.read_text())))


def _strings(tree: ast.Module) -> Iterator[str]:
    """The strings of a module, without its docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    blocks = [node for node in ast.walk(tree) if isinstance(node, documented)]
    firsts = [block.body[0] for block in blocks if block.body]
    docs = {id(first.value) for first in firsts if isinstance(first, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def test_pages_use_plain_words() -> None:
    read = [*TEMPLATES, *SCRIPTS, *MODULES, *RULES]
    assert len(read) > 700
    found = {str(path.relative_to(BASE)): OLD.findall(words_of(path)) for path in read}
    assert {path: words for path, words in found.items() if words} == {}


def test_comments_of_scripts_and_what_writes_the_documentation_say_they_too() -> None:
    pronouns = re.compile(r"\b(he|him|his|himself|anew)\b", re.IGNORECASE)
    sources = [*SCRIPTS, *sorted((BASE / "docs").glob("*.py"))]
    assert len(sources) > 20
    assert [path.name for path in sources if pronouns.search(path.read_text())] == []
