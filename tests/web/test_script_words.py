"""Scripts say whole sentences, in another language where the page brings its catalogue."""

from tests import node

TAPS = ("%(count)s tap waits.", "%(count)s taps wait.")
GERMAN = {"Undo: %(what)s": "Rückgängig: %(what)s", TAPS[0]: ["%(count)s Tipp", "%(count)s Tipps"]}


def said(*calls, catalogue=None):
    module = (node.STATIC / "js" / "words.js").as_uri()
    value = {"module": module, "calls": calls, "catalogue": catalogue}
    return node.run(node.HERE / "words.mjs", value)


def test_a_sentence_stands_as_it_is_written_with_its_values():
    assert said(
        ["gettext", "Saved"],
        ["gettext", "Undo: %(what)s", {"what": "100 % of %(what)s"}],
        ["gettext", "%(rider)s at %(line)s", {"rider": "Blue 4"}],
    ) == ["Saved", "Undo: 100 % of %(what)s", "Blue 4 at %(line)s"]


def test_the_number_decides_the_form():
    assert said(
        ["ngettext", *TAPS, 1],
        ["ngettext", *TAPS, 2],
        ["ngettext", "a tap of %(name)s", "%(count)s taps of %(name)s", 0, {"name": "Bo"}],
    ) == ["1 tap waits.", "2 taps wait.", "%(count)s taps of Bo"]


def test_open_places_of_a_sentence_take_elements():
    assert said(["pieces", "%(count)s more at %(line)s", {"count": ["3"], "line": "Pass 1"}]) == [
        [["3"], " more at ", "Pass 1"]
    ]


def test_the_catalogue_of_the_page_translates():
    assert said(
        ["gettext", "Undo: %(what)s", {"what": "a tap"}],
        ["gettext", "Saved"],
        ["ngettext", *TAPS, 1],
        ["ngettext", *TAPS, 5],
        catalogue=GERMAN,
    ) == ["Rückgängig: a tap", "Saved", "1 Tipp", "5 Tipps"]
