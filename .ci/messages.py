"""Find sentences shown to users that nobody marked for translation.

`python .ci/messages.py` fails where a file has more of them than `locale/unmarked.json` allows: a
new sentence has to be marked (`gettext`, `ngettext`, `{% translate %}`, `{% blocktranslate %}`; in
scripts the functions of static/js/words.js).
A file that is not listed may have none. `--update` writes the counts as they are, after sentences
were marked or files moved; `--list PATH` prints what is unmarked in one file.

What counts as a sentence:

- In Python and scripts, text of three words and more that begins with a capital letter or a value.
- In Python's f-strings and scripts' templates, however they begin, a word that stands apart from a
  value: `up {places}`, `{name}, used`, `, {count} riders`.
- In Python functions that word something (`say`, `describe_…`, `…_words`), any text of two words
  and more, however it begins.
- In templates, any words between the tags.

At least one word stands in the text itself: `{old} → {new}` and the path of a drawing hold none.
Tags and their attributes are no words, nor are keys such as `rider:{key}` and classes such as
`ride-{kind}`.
Docstrings, comments and what is compared are aside, and so are Python's lines with `# not shown`.
Marked is what one of the `MARKS` takes as a sentence: in Python all within its call, in a script
the text that is its first argument, of `ngettext` the first two.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ALLOWED = ROOT / "locale" / "unmarked.json"
MARKS = set("_ gettext gettext_lazy gettext_noop ngettext ngettext_lazy pgettext npgettext".split())
VALUE = "\0"  # stands for a value within a text
SENTENCE = re.compile(r"^\s*[“\"'(]?[A-Z\0][^\s]*(\s+\S+){2,}")
WORDS = re.compile(r"[A-Za-z]{2,}")
# a word with a space or an end of the text on either side, and punctuation between at most
WORD_APART = re.compile(r"(?<![^\s(“])[A-Za-z]{2,}(?=[),.;:!?”’]*(?:\s|$))")
WORD = re.compile(r"(?<![\w.-])[A-Za-z]{2,}(?![\w])")  # "h22v6" and "3-2.6V44q" are none
# names of functions that word something
SAYS = re.compile(r"_?say(_\w+)?|_?describe_\w+|\w*_words")
SKIPPED = re.compile(
    r"\{%\s*blocktrans(?:late)?\b.*?\{%\s*endblocktrans(?:late)?\s*%\}"
    r"|\{%\s*comment\s*%\}.*?\{%\s*endcomment\s*%\}"
    r"|\{%\s*block main_class\s*%\}.*?\{%\s*endblock\b[^%]*%\}"
    r"|<(script|style)\b.*?</\1>|<!--.*?-->|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}",
    re.DOTALL,
)
TAG = re.compile(r"<[^<>]*>", re.DOTALL)
ATTRIBUTE = re.compile(r"[\w:-]+=\"[^\"]*\"")
SCRIPT_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
SCRIPT_STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"")
SCRIPT_MARKED = re.compile(
    rf"\b(?:gettext\(\s*{SCRIPT_STRING.pattern}"
    rf"|ngettext\(\s*{SCRIPT_STRING.pattern}\s*,\s*{SCRIPT_STRING.pattern})"
)


def is_sentence(text: str) -> bool:
    """Return True for text of three words and more that begins as a sentence does."""
    return bool(SENTENCE.match(text) and WORD.search(text))


def has_words(text: str) -> bool:
    """Return True for text of two words and more, values counted, one of them its own."""
    return bool(len(text.split()) > 1 and WORD.search(text))


def has_words_beside_values(text: str) -> bool:
    """Return True for text with a value and, set apart from it, a word of its own."""
    return VALUE in text and len(text.split()) > 1 and bool(WORD_APART.search(text))


def _is_found(text: str) -> bool:
    return is_sentence(text) or has_words_beside_values(text)


def _without_markup(text: str) -> str:
    return ATTRIBUTE.sub(" ", TAG.sub(" ", text))


def in_python(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each unmarked sentence of a module."""
    tree = ast.parse(text)
    hidden: set[ast.AST] = set()
    wording: set[ast.AST] = set()  # what is within a function that words something
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            hidden.add(node.value)  # a docstring
        elif isinstance(node, ast.Call) and _name(node.func) in MARKS:
            hidden.update(ast.walk(node))
        elif isinstance(node, ast.JoinedStr):
            hidden.update(each for each in node.values if isinstance(each, ast.Constant))
        elif isinstance(node, ast.Compare):
            hidden.update(ast.walk(node))
        elif isinstance(node, ast.FunctionDef) and SAYS.fullmatch(node.name):
            wording.update(each for line in node.body for each in ast.walk(line))
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant | ast.JoinedStr)]
    lines = text.splitlines()
    for node in sorted(texts, key=lambda node: (node.lineno, node.col_offset)):
        found = _text(node)
        shown = _without_markup(found)
        counts = _is_found(shown) or (node in wording and has_words(shown))
        quiet = node in hidden or "# not shown" in lines[(node.end_lineno or node.lineno) - 1]
        if counts and not quiet:
            yield node.lineno, found.replace(VALUE, "X")


def _name(function: ast.expr) -> str:
    return getattr(function, "id", "") or getattr(function, "attr", "")


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    parts = (each.value if isinstance(each, ast.Constant) else VALUE for each in node.values)
    return "".join(str(part) for part in parts)


def in_template(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each piece of unmarked text of a template."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0])

    bare = TAG.sub(lambda match: "\0" + blank(match)[1:], SKIPPED.sub(blank, text))
    position = 0
    for piece in bare.split("\0"):
        if WORDS.search(unescape(piece)):
            words = " ".join(piece.split())
            start = position + len(piece) - len(piece.lstrip())
            yield bare.count("\n", 0, start) + 1, words
        position += len(piece) + 1


def in_script(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each unmarked sentence of a script."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0])

    code = SCRIPT_MARKED.sub(blank, SCRIPT_COMMENT.sub(blank, text))
    for start, found in sorted(_script_texts(code, 0)[0]):
        shown = _without_markup(found)
        if _is_found(shown):
            yield code.count("\n", 0, start) + 1, found.replace(VALUE, "X")


def _script_texts(code: str, at: int, *, until: str = "") -> tuple[list[tuple[int, str]], int]:
    """List the texts in code, with their places, up to the brace that ends a value in a template;
    return where that was, too.
    """
    found = []
    depth = 0
    while at < len(code):
        if code[at] == '"' and (match := SCRIPT_STRING.match(code, at)):
            found.append((at, match[0][1:-1]))
            at = match.end()
            continue
        if code[at] == "`":
            inner, at = _script_template(code, at)
            found += inner
            continue
        if code[at] == until and not depth:
            return found, at
        depth += {"{": 1, "}": -1}.get(code[at], 0)
        at += 1
    return found, at


def _script_template(code: str, start: int) -> tuple[list[tuple[int, str]], int]:
    """List the text of a template with `VALUE` for each value, and the texts within its values;
    return where the template ends, too.
    """
    found, parts, at = [], [], start + 1
    while at < len(code) and code[at] != "`":
        if code.startswith("${", at):
            inner, at = _script_texts(code, at + 2, until="}")
            found += inner
            parts.append(VALUE)
        elif code[at] == "\\":
            parts.append(code[at : at + 2])
            at += 1
        else:
            parts.append(code[at])
        at += 1
    return [(start, "".join(parts)), *found], at + 1


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
