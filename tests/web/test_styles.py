"""What the journeys rely on when they look at a page once for day and night."""

from pathlib import Path

from django.conf import settings

STYLES = sorted((Path(settings.BASE_DIR) / "static" / "css").glob("*.css"))


def test_day_and_night_differ_in_colours_alone():
    """A style knows of them by `light-dark()` only, which stands for colours; a script asks for nothing."""
    sources = [*STYLES, *(Path(settings.BASE_DIR) / "static" / "js").glob("*.js"), *Path(settings.BASE_DIR, "templates").rglob("*.html")]
    assert len(STYLES) > 5
    assert [file.name for file in sources if "prefers-color-scheme" in file.read_text(encoding="utf-8")] == []
