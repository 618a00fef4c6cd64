"""Make scripts and styles small for `static_files.collect`: without comments and indentation, and
the modules of one page in one file, so that a page asks for few.

Pages of a stage have two bundles: `SHARED`, which other pages have too, and the script of the game,
which takes from it what is there: a module runs only once on a page. Modules that every page has
stay apart.

A style sheet holds those that it imports.

The sources stay as they are, and a server that did not collect serves them. What is bundled is
written plainly, as all our scripts are: modules import and export by name, at the beginning of a
line. Anything else raises BundleError; so do modules that import each other.
"""

import posixpath
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from fnmatch import fnmatch

import rjsmin

BUNDLED = "tabletop/*/stage.js"
SHARED = "js/waiting.js"
APART = "js/base.js"

IMPORT = re.compile(r'^import\s+(?:(\{[^}]*\}|\* as \w+)\s+from\s+)?"(\.[^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
IMPORTED_STYLE = re.compile(r'^@import url\("(\.[^"]+)"\)(?: (\([^)]*\)))?;$', re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*|\bimport(?:\(|\.meta).*", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
INDENTED = re.compile(r"\s*\n\s*")

Read = Callable[[str], str]  # the text of a static file by its name: "js/taps.js"


class BundleError(ValueError):
    """A script cannot be bundled."""


def make_small(name: str, read: Read) -> str:
    """Return a script or style as it is served. Raises BundleError."""
    if name.endswith(".css"):
        return INDENTED.sub("\n", _with_imports(name, read)).strip()
    apart = imported_by(APART, read)
    shared = imported_by(SHARED, read) - apart
    if name == SHARED:
        text = _Bundle(read, apart, set()).write(name, exports=True)
    elif fnmatch(name, BUNDLED):
        text = _Bundle(read, apart, shared).write(name)
    else:
        text = read(name)
    return str(rjsmin.jsmin(text))


def _with_imports(name: str, read: Read) -> str:
    """Return a style sheet with the text of those that it imports in their places."""

    def put_in(found: re.Match[str]) -> str:
        path, media = found.groups()
        text = _with_imports(resolve(name, path), read)
        return f"@media {media} {{\n{text}\n}}" if media else text

    return IMPORTED_STYLE.sub(put_in, COMMENT.sub("", read(name)))


def imported_by(name: str, read: Read) -> set[str]:
    """Return the names of a script and of all that it imports."""
    found: set[str] = set()
    to_read = [name]
    while to_read:
        if (script := to_read.pop()) not in found:
            found.add(script)
            to_read += [resolve(script, path) for _, path in IMPORT.findall(read(script))]
    return found


@dataclass
class _Bundle:
    """A bundle in the making. Each module is a function that returns what it exports."""

    read: Read
    apart: Collection[str]  # modules that are files of their own
    shared: Collection[str]  # modules that are in the shared bundle
    folder: str = ""  # of the bundle: imports of other files name them from there
    imports: dict[str, str] = field(default_factory=dict)  # of other files, by their names
    modules: dict[str, str] = field(default_factory=dict)
    begun: list[str] = field(default_factory=list)

    def write(self, name: str, *, exports: bool = False) -> str:
        """Return the bundle of a script; it `exports` its modules where others take them."""
        self.folder = posixpath.dirname(name)
        self.add(name)
        names = ", ".join(map(_variable, self.modules))
        last = [f"export {{ {names} }};"] if exports else []  # not shown
        return "\n".join([*self.imports.values(), *self.modules.values(), *last])

    def add(self, name: str) -> None:
        """Add a module behind all that it imports."""
        if name in self.modules:
            return
        if name in self.begun:
            circle = " → ".join(self.begun)
            raise BundleError(f"{name} imports itself: {circle}")  # not shown
        self.begun.append(name)
        if name in self.apart:
            self.import_file(name)
        elif name in self.shared:
            self.import_file(SHARED)
            self.modules[name] = _const(_variable(name), f"{_file(SHARED)}.{_variable(name)}")
        else:
            self.modules[name] = self.wrap(name)
        self.begun.pop()

    def import_file(self, name: str) -> None:
        """Import another file as a whole."""
        path = posixpath.relpath(name, self.folder)
        dotted = path if path.startswith(".") else f"./{path}"
        variable = _variable(name) if name in self.apart else _file(name)
        self.imports[name] = f'import * as {variable} from "{dotted}";'  # not shown

    def wrap(self, name: str) -> str:
        """Return a module as a function that is called at once."""
        text = self.read(name)
        names = [found for _, found in EXPORT.findall(text)]
        body = EXPORT.sub(r"\1", IMPORT.sub(lambda found: self.use(name, *found.groups()), text))
        if strange := OTHER.search(COMMENT.sub("", body)):
            words = f"{name}: “{strange.group()}” cannot be bundled"  # not shown
            raise BundleError(words)
        exports = f"return {{ {', '.join(names)} }};"  # not shown
        return _const(_variable(name), f"(() => {{\n{body}\n{exports}\n}})()")

    def use(self, name: str, names: str | None, path: str) -> str:
        """Return what stands for an import within the bundle."""
        imported = resolve(name, path)
        self.add(imported)
        if not names:
            return ""
        if names.startswith("*"):
            return _const(names.removeprefix("* as "), _variable(imported))
        return _const(names.replace(" as ", ": "), _variable(imported))


def resolve(name: str, path: str) -> str:
    """Return the name of a file that another names from where it stands."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _const(name: str, value: str) -> str:
    return f"const {name} = {value};"  # not shown


def _variable(name: str) -> str:
    """Return the variable that a module is in a bundle: "js_taps_js"."""
    return re.sub(r"\W", "_", name)


def _file(name: str) -> str:
    """Return the variable that a file with several modules is in a bundle."""
    return f"{_variable(name)}_file"
