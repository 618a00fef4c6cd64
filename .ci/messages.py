"""Find sentences shown to users that nobody marked for translation.

`python .ci/messages.py` fails where a file has more of them than `locale/unmarked.json` allows: a
new sentence has to be marked (`gettext`, `ngettext`, `{% translate %}`, `{% blocktranslate %}`).
A file that is not listed may have none. `--update` writes the counts as they are, after sentences
were marked or files moved; `--list PATH` prints what is unmarked in one file.

What counts as a sentence: in Python and scripts, text of three words and more that begins with a
capital letter (docstrings, comments and `# not shown` lines aside); in templates, any words
between the tags.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ALLOWED = ROOT / "locale" / "unmarked.json"
MARKS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "npgettext"}
SENTENCE = re.compile(r"^[“\"]?[A-Z][^\s]*(\s+\S+){2,}")
WORDS = re.compile(r"[A-Za-z]{2,}")
SKIPPED = re.compile(
    r"\{%\s*blocktrans(?:late)?\b.*?\{%\s*endblocktrans(?:late)?\s*%\}"
    r"|\{%\s*comment\s*%\}.*?\{%\s*endcomment\s*%\}"
    r"|\{%\s*block main_class\s*%\}.*?\{%\s*endblock\b[^%]*%\}"
    r"|<(script|style)\b.*?</\1>|<!--.*?-->|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}",
    re.DOTALL,
)
TAG = re.compile(r"<[^<>]*>", re.DOTALL)
SCRIPT_TEXT = re.compile(r"`(?:[^`\\]|\\.)*`|\"(?:[^\"\\\n]|\\.)*\"", re.DOTALL)
SCRIPT_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)


def in_python(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each unmarked sentence of a module."""
    tree = ast.parse(text)
    hidden: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            hidden.add(node.value)  # a docstring
        elif isinstance(node, ast.Call) and _name(node.func) in MARKS:
            hidden.update(ast.walk(node))
        elif isinstance(node, ast.JoinedStr):
            hidden.update(each for each in ast.walk(node) if each is not node)
    lines = text.splitlines()
    for node in ast.walk(tree):
        if node in hidden or not isinstance(node, ast.Constant | ast.JoinedStr):
            continue
        found = _text(node)
        if SENTENCE.match(found) and "# not shown" not in lines[node.end_lineno - 1]:  # type: ignore[operator]
            yield node.lineno, found


def _name(function: ast.expr) -> str:
    return getattr(function, "id", "") or getattr(function, "attr", "")


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    parts = (each.value if isinstance(each, ast.Constant) else "X" for each in node.values)
    return "".join(str(part) for part in parts)


def in_template(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each piece of unmarked text of a template."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0])

    bare = TAG.sub(lambda match: "\0" + blank(match)[1:], SKIPPED.sub(blank, text))
    position = 0
    for piece in bare.split("\0"):
        if WORDS.search(piece):
            words = " ".join(piece.split())
            start = position + len(piece) - len(piece.lstrip())
            yield bare.count("\n", 0, start) + 1, words
        position += len(piece) + 1


def in_script(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each unmarked sentence of a script."""
    code = SCRIPT_COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for match in SCRIPT_TEXT.finditer(code):
        if SENTENCE.match(match[0][1:-1]):
            yield code.count("\n", 0, match.start()) + 1, match[0][1:-1]


READERS = {
    ("tourmanager", ".py"): in_python,
    ("templates", ".html"): in_template,
    ("static", ".js"): in_script,
}


def unmarked() -> dict[str, list[tuple[int, str]]]:
    """Return the unmarked sentences of every file, by its path."""
    found = {}
    for (folder, suffix), read in READERS.items():
        for path in sorted((ROOT / folder).rglob(f"*{suffix}")):
            name = str(path.relative_to(ROOT))
            if "/migrations/" not in name and (here := list(read(path.read_text("utf-8")))):
                found[name] = here
    return found


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--list"]:
        path = ROOT / arguments[1]
        read = next(read for (_, suffix), read in READERS.items() if path.suffix == suffix)
        for line, text in read(path.read_text("utf-8")):
            print(f"{arguments[1]}:{line}: {text}")
        return 0
    found = unmarked()
    if arguments[:1] == ["--update"]:
        counts = {path: len(here) for path, here in found.items()}
        ALLOWED.parent.mkdir(exist_ok=True)
        ALLOWED.write_text(json.dumps(counts, indent=0, sort_keys=True) + "\n", "utf-8")
        print(f"{sum(counts.values())} sentences in {len(counts)} files are not marked yet.")
        return 0
    allowed: dict[str, int] = json.loads(ALLOWED.read_text("utf-8"))
    status = 0
    for path, here in found.items():
        if len(here) > allowed.get(path, 0):
            status = 1
            print(
                f"{path} has {len(here)} sentences that are not marked for translation,"
                f" {allowed.get(path, 0)} are allowed. Mark the new ones:"
            )
            for line, text in here:
                print(f"  line {line}: {text[:90]}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
