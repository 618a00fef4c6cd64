"""Check that the documents name only files, folders, functions, classes and methods that exist."""

import re
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path, PurePath

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
DOCUMENTS = [ROOT / "README.md", *sorted(DOCS.glob("*.md")), *sorted(DOCS.glob("decisions/*.md"))]
FILE = re.compile(r"`([\w.-]+\.(?:py|js|html|css|toml|json|md|sh))`")  # `loop.py`
# `play/log/`; `<game>` stands for any name
PATH = re.compile(r"`([\w.<>-]+(?:/[\w.<>-]+)+/?)`")
# `loop.go_on`, `play.contract.Screen`, `Day.paid(who)`
NAME = re.compile(r"`((?:\w+\.)+)(\w+)(?:[(\[][^`]*)?`")
NOT_IN_THE_REPOSITORY = {"road.json"}  # files that readers make themselves
NO_PATHS = {"Europe/Madrid"}

each_document = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=lambda document: str(document.relative_to(ROOT))
)


@cache
def files() -> tuple[str, ...]:
    """List the files of the repository, each with a slash in front."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return tuple(f"/{file}" for file in listed.stdout.split())


@cache
def files_and_folders() -> str:
    """List all paths, one a line."""
    folders = {str(folder) for file in files() for folder in PurePath(file).parents}
    return "\n".join([*files(), *sorted(folders)])


@cache
def source(file: str) -> str:
    return (ROOT / file[1:]).read_text(encoding="utf-8")


def sources_of(owner: str) -> list[str]:
    """Return the sources of a module (`play.contract`) or of a class (`Day`); none for others."""
    module = f"/{owner.replace('.', '/')}.py"
    modules = [file for file in files() if file.endswith(module)]
    if modules or not owner[0].isupper():
        return [source(file) for file in modules]
    defines = re.compile(rf"^class {owner}\b", re.MULTILINE)
    python = (source(file) for file in files() if file.endswith(".py"))
    return [text for text in python if defines.search(text)]


def exists(path: str) -> bool:
    pattern = re.sub("<[a-z]+>", "[^/\n]+", re.escape(path))
    return re.search(f"/{pattern}$", files_and_folders(), re.MULTILINE) is not None


def is_defined(name: str, texts: Iterable[str]) -> bool:
    """Return True when a text has a function, a class or a field of that name."""
    definition = re.compile(rf"(?:\b(?:def|class) |^\s*(?:self\.)?){name}\b", re.MULTILINE)
    return any(definition.search(text) for text in texts)


@each_document
def test_files_and_folders_that_a_document_names_exist(document: Path) -> None:
    """Paths begin at the top level or within one of our packages."""
    text = document.read_text(encoding="utf-8")
    named = {*FILE.findall(text), *(path.rstrip("/") for path in PATH.findall(text))}
    ours = named - NOT_IN_THE_REPOSITORY - NO_PATHS
    missing = {path for path in ours if not path.startswith((".venv", "var")) and not exists(path)}
    assert missing == set()


@each_document
def test_names_within_modules_and_classes_that_a_document_names_exist(document: Path) -> None:
    """What belongs to no module or class of ours is left out: `cp.die`, `copy.deepcopy`."""
    text = document.read_text(encoding="utf-8")
    named = {
        (owner.rstrip("."), name)
        for owner, name in NAME.findall(text)
        if not FILE.fullmatch(f"`{owner}{name}`")
    }
    missing = {
        f"{owner}.{name}"
        for owner, name in named
        if (texts := sources_of(owner)) and not is_defined(name, texts)
    }
    assert missing == set()
