"""Static files as browsers may keep them for ever: their names carry a hash, and each is made small
(`bundles.py`) and compressed once. `collect` gathers them when the server starts.

What was collected counts only while the files it was made from are the same: a checkout that was
changed since then serves its files by their plain names, so nobody gets an old style sheet.
"""

import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import rjsmin
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.storage import Storage
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

from tourmanager.web import bundles

# Other versions of htmx than the one of our pages; scripts whose imports name packages that no
# browser can resolve; and another documentation of the API than ours, and what debugs ours.
LEFT_OUT = ["htmx-4*", "htmax-*", "htmx-2.js", "hx-*.js", "redoc*", "swagger-ui-bundle.js.map"]
LOCK = "collecting.lock"
SOURCES = "sources.txt"  # in the folder of what was collected: the digest of what it was made from


class HashedNames(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it brings no types
    """Address static files by names with a hash, once they are collected."""

    support_js_module_import_aggregation = True  # imports in our modules name hashed files, too

    def stored_name(self, name: str) -> str:
        """Return the name under which a file is served."""
        return str(super().stored_name(name)) if self.hashed_files else name

    def load_manifest(self) -> tuple[dict[str, str], str]:
        """Read which name every file got; nothing where its sources changed since."""
        if not is_collected():
            return {}, ""
        paths, digest = super().load_manifest()
        return paths, digest

    def post_process(
        self, paths: dict[str, tuple[Storage, str]], **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        """Make our own scripts and styles small, before all files get their hashed names."""

        def read(name: str) -> str:
            storage, path = paths[name]
            return Path(storage.path(path)).read_text(encoding="utf-8")

        for name, (storage, _) in paths.items():
            if name.endswith((".js", ".css")) and _is_ours(storage):
                Path(self.path(name)).write_text(bundles.make_small(name, read), encoding="utf-8")
        yield from super().post_process({name: (self, name) for name in paths}, **options)


def _is_ours(storage: Storage) -> bool:
    """Return True for files of our own folders: those of packages come as they are."""
    return Path(storage.path("")) in map(Path, settings.STATICFILES_DIRS)


def collect() -> None:
    """Gather and compress all static files, unless that was done from the same sources before."""
    with _one_at_a_time():
        if not is_collected():
            _digest_path().unlink(missing_ok=True)
            # earlier files stay: another server of this folder may still serve them
            call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=LEFT_OUT)
            _digest_path().write_text(digest_of_sources(), encoding="ascii")
    if isinstance(staticfiles_storage, HashedNames):
        staticfiles_storage.hashed_files, staticfiles_storage.manifest_hash = (
            staticfiles_storage.load_manifest()
        )


def is_collected() -> bool:
    """Return True where the collected files are made from the sources as they are."""
    path = _digest_path()
    return path.exists() and path.read_text(encoding="ascii") == digest_of_sources()


def digest_of_sources() -> str:
    """Return what changes when any static file does, or what is made of it: names, sizes and times
    of all, and the code that makes them small.
    """
    digest = hashlib.sha256(rjsmin.__version__.encode())
    for module in (bundles.__file__, __file__):
        digest.update(Path(module).read_bytes())
    for finder in get_finders():
        for path, storage in finder.list([]):
            state = Path(storage.path(path)).stat()
            digest.update(f"{path} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _digest_path() -> Path:
    return Path(settings.STATIC_ROOT) / SOURCES


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Let other processes that start from the same folder wait."""
    with (Path(settings.STATIC_ROOT) / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
