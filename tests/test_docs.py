"""What the documents say of files is true: each that they name is there."""

import re
import subprocess
from pathlib import Path, PurePath

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NAMED = re.compile(r"`([\w.-]+(?:/[\w.-]+)+/?)`")
NO_PATHS = {"Europe/Madrid"}


def there() -> set[str]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = listed.stdout.split()
    folders = {str(folder) for file in files for folder in PurePath(file).parents}
    return {f"/{path}" for path in {*files, *folders}}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_files_that_a_document_names_are_there(document: Path) -> None:
    """Written from the top level, or from within one of our packages."""
    ends = there()
    named = {path.rstrip("/") for path in NAMED.findall(document.read_text())} - NO_PATHS
    ours = {path for path in named if not path.startswith((".venv", "var"))}
    assert {path for path in ours if not any(end.endswith(f"/{path}") for end in ends)} == set()
