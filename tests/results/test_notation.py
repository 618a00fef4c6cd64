"""What can be said in a stage log, and that docs/recording.md says it."""

import re
from pathlib import Path

import pytest

from tourmanager.results.sheet import entries as e

DOCS = (Path(__file__).parents[2] / "docs" / "recording.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r'`(\{"do".*?\})`', DOCS)


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_documented_entry_can_be_read_and_written(text: str) -> None:
    assert e.read(e.write(e.read(text))) == e.read(text)


def test_every_entry_is_documented() -> None:
    tags = {body.__struct_config__.tag for body in e.all_kinds()}
    assert len(tags) > 30
    assert tags == {tag for tag in tags if f'"do":"{tag}"' in DOCS or f"`{tag}`" in DOCS}
    assert len(EXAMPLES) >= 15
