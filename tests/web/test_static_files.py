"""Static files as `serve` gathers them: hashed names that browsers keep, compressed, every import
of a module among them; and plain names where the sources have changed since.
"""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest
from django.conf import settings as project
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from whitenoise.middleware import WhiteNoiseMiddleware

from benchmarks.weight import HELD, total, weigh
from tests.factory import a_tour, a_user
from tests.race import say
from tourmanager.web.bundles import APART, BUNDLED, SHARED, BundleError, imported_by, make_small
from tourmanager.web.static_files import HashedNames, collect, is_collected

IMPORTED = re.compile(r"(?:from|import)\s*\"(\.[^\"]+)\"")
# a template that stands in another one: what makes scripts small takes its spaces away
NESTED = re.compile(r"`[^`\n]*\$\{[^}`\n]*`")
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what was collected."""
    folder: Path = tmp_path_factory.mktemp("static") / "collected"
    folder.mkdir()
    with override_settings(STATIC_ROOT=folder):
        collect()
    return folder


@pytest.fixture
def collected(root: Path, settings) -> Path:
    settings.STATIC_ROOT = root
    return root


def test_every_import_of_a_collected_module_is_a_collected_file(collected: Path) -> None:
    modules = [path for path in collected.rglob("*.js") if HASHED.search(path.name)]
    found = 0
    for module in modules:
        if "django_htmx" in module.parts or "admin" in module.parts:
            continue
        for imported in IMPORTED.findall(module.read_text(encoding="utf-8")):
            found += 1
            assert HASHED.search(imported), f"{module.name} imports {imported}"
            assert (module.parent / imported).resolve().exists()
    assert found > 10


def read_source(name: str) -> str:
    return Path(project.BASE_DIR / "static" / name).read_text(encoding="utf-8")


def test_a_module_is_in_one_file_of_a_page() -> None:
    """Nothing outside of bundles imports what is in them: no module runs twice on a page."""
    root = Path(project.BASE_DIR / "static")
    names = {path.relative_to(root).as_posix() for path in root.rglob("*.js")}
    imported = {name: imported_by(name, read_source) for name in names}
    bundles = {name for name in names if fnmatch(name, BUNDLED)} | {SHARED}
    inside = {each for name in bundles for each in imported[name]} - imported[APART]
    assert len(inside) > 15
    for name in names - inside:
        assert imported[name].isdisjoint(inside), name


def test_a_stage_weighs_no_more_than_what_is_held(
    collected: Path, client: Client, db: None
) -> None:
    """The page of a director with 36 riders, first visit, with all that it asks for before anybody
    scrolls: htmx comes with what stands below the board.
    """
    user = a_user("dora")
    tour = a_tour(stages=2, teams=6, riders=6, by=user)
    for words in ("place s1 a1", "place s1 b1", "place s1 c1", "place s2 a2"):
        say(tour.stages.get(number=1), words)
    client.force_login(user)
    sizes = weigh(client, tour.stages.get(number=1).get_absolute_url())
    assert all(HASHED.search(address) for address in sizes if address)
    assert len(sizes) <= 8
    assert total(sizes) <= HELD, sizes


def test_scripts_that_import_each_other_are_found_once() -> None:
    texts = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    assert imported_by("a.js", texts.__getitem__) == {"a.js", "b.js"}


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        ('import { a } from "./one.js";\n', "imports itself"),
        ("export let open = 1;\n", "“export let open = 1;” cannot be bundled"),
    ],
)
def test_a_bundle_says_what_it_cannot_hold(stage: str, words: str) -> None:
    texts = {
        "js/base.js": "",
        "js/waiting.js": "",
        "tabletop/game/stage.js": stage,
        "tabletop/game/one.js": 'import { a } from "./two.js";\n',
        "tabletop/game/two.js": 'import { a } from "./one.js";\n',
    }
    with pytest.raises(BundleError, match=words):
        make_small("tabletop/game/stage.js", texts.__getitem__)


def test_no_template_of_a_script_stands_in_another_one() -> None:
    assert NESTED.search("`M${points.map(([x, y]) => `${x} ${y}`).join('L')}`")
    scripts = {path: path.read_text() for path in (project.BASE_DIR / "static").rglob("*.js")}
    assert len(scripts) > 50
    found = {path.name: NESTED.findall(text) for path, text in scripts.items()}
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_a_page_names_files_that_browsers_keep_and_that_come_compressed(collected: Path) -> None:
    address = HashedNames().url("css/base.css")
    assert HASHED.search(address)
    serve = WhiteNoiseMiddleware(lambda request: HttpResponse(status=404))
    answer = serve(RequestFactory().get(address, headers={"Accept-Encoding": "gzip"}))
    assert answer.status_code == 200
    assert "immutable" in answer["Cache-Control"]
    assert answer["Content-Encoding"] == "gzip"
    whole = (project.BASE_DIR / "static" / "css" / "base.css").stat().st_size
    assert int(answer["Content-Length"]) < whole / 2
    answer.file_to_stream.close()


def test_files_are_collected_again_only_when_a_source_has_changed(
    collected: Path, settings, tmp_path: Path
) -> None:
    manifest = collected / "staticfiles.json"
    before = manifest.stat().st_mtime_ns
    collect()
    assert manifest.stat().st_mtime_ns == before
    (tmp_path / "new.css").write_text("p { color: red; }")
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, tmp_path]
    assert not is_collected()
    assert HashedNames().url("css/base.css") == "/static/css/base.css"
    collect()
    assert HASHED.search(HashedNames().url("new.css"))
