"""`.ci/messages.py` finds sentences shown to users that nobody marked for translation."""

import importlib.util
from pathlib import Path

PATH = Path(__file__).resolve().parents[1] / ".ci" / "messages.py"
SPEC = importlib.util.spec_from_file_location("messages", PATH)
assert SPEC is not None
assert SPEC.loader is not None
messages = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(messages)


def texts(found):
    return [text for _, text in found]


def test_a_bare_sentence_in_python_is_found_and_a_marked_one_is_not():
    code = '''
"""A docstring says what it says."""
raise Refused("The rider has arrived.")
raise Refused(_("The rider has arrived already."))
raise Refused(f"{name} has no time yet.")
raise Refused(_("%(name)s has no time yet.") % {"name": name})
key, log = "stage number once", "Only a log says this."  # not shown
'''
    assert texts(messages.in_python(code)) == ["The rider has arrived.", "X has no time yet."]


def test_bare_words_of_a_template_are_found_and_marked_ones_are_not():
    page = """<h1 class="not shown">Start list</h1>
{% translate "Riders" %} {# a comment #} {{ rider.name }}
{% block main_class %}page wide{% endblock %}
<p>{% blocktranslate %}Nobody has arrived.{% endblocktranslate %}</p>
<button>End stage</button>"""
    assert list(messages.in_template(page)) == [(1, "Start list"), (5, "End stage")]


def test_signs_and_drawings_hold_no_words():
    code = """
path = f"M{x} 21.5l4 4.5 8-9"
row = f"{rider}: {old} → {new}"
mark = f'<text class="wide" x="{x}">{name}</text>'
"""
    assert texts(messages.in_python(code)) == []
    assert texts(messages.in_template("<p>{{ least }} &lt; {{ most }}</p>")) == []


def test_what_functions_that_word_something_return_is_found_however_it_begins():
    code = '''
def say(body):
    """Say what it is."""
    if body.kind == "a line crossed":
        return f"{body.name} attacks"
    return _("%(name)s rests") % {"name": body.name}

def describe_turn(turn):
    return f"clock at {turn}"

def penalty_words(amount):
    return "out of" if amount else ""

def title(name):
    return "away alone"
'''
    assert texts(messages.in_python(code)) == ["X attacks", "clock at X", "out of"]


def test_a_word_apart_from_a_value_is_found_however_short_and_however_it_begins():
    code = """
labels = f"up {places}", f"now, {stage} on the road: virtual", f"over the line, square {number}"
ends = f", {count} riders", f"{name}, used", f"{name}’s riders", f"({count} more)", f"{km} km"
marked = _("up %(places)s") % {"places": places}, ngettext("a rider", f"{count} riders", count)
short, plain = f"{km} m", "two words"
"""
    assert texts(messages.in_python(code)) == [
        "up X",
        "now, X on the road: virtual",
        "over the line, square X",
        ", X riders",
        "X, used",
        "X’s riders",
        "(X more)",
        "X km",
    ]


def test_keys_attributes_and_what_is_not_shown_are_no_words_beside_a_value():
    code = """
keys = f"rider:{key}", f"unit:{key} {number}", f"ride-{kind} ride-{number}", f"{game}.{key} {at}"
mark = f'<g class="lane wide" x="{x}">', f' role="img" aria-label="{name}"', f'class="a b {kind}"'
log = f"restored {path}"  # not shown
"""
    assert texts(messages.in_python(code)) == []


def test_a_bare_sentence_of_a_script_is_found():
    script = """// Nobody reads this comment aloud.
show("The tap was not taken.", "data-key", `${name} has arrived already.`);
const [wait, them] = count === 1 ? ["tap waits", "it"] : ["taps wait", "them"];"""
    assert list(messages.in_script(script)) == [
        (2, "The tap was not taken."),
        (2, "X has arrived already."),
    ]


def test_values_of_a_template_in_a_script_may_hold_texts_of_their_own():
    script = """show(`Sign in${name ? ` as ${name}` : ""} to send`, { a: `${x} is full now` });"""
    assert texts(messages.in_script(script)) == [
        "Sign inX to send",
        " as X",
        "X is full now",
    ]


def test_a_word_apart_from_a_value_of_a_template_in_a_script_is_found():
    script = """show(`finish ${place}`, `ride-${kind}`, `<i class="wide low">${x}</i>`);
show("two words", gettext("finish %(place)s", { place }), `key:${rider}`);"""
    assert texts(messages.in_script(script)) == ["finish X"]


def test_a_marked_sentence_of_a_script_is_not_found():
    script = """show(gettext("The tap was not taken."));
show(gettext("%(name)s has arrived already.", { name }), "It was not taken.");
show(
  ngettext(
    "%(count)s tap is not sent yet.",
    "%(count)s taps are not sent yet.",
    waiting.get("Taps that still wait"),
  ),
);"""
    assert texts(messages.in_script(script)) == ["It was not taken.", "Taps that still wait"]


def test_only_text_is_marked_in_a_script_not_a_value():
    script = 'show(gettext(`${name} has arrived already.`), gettext(late || "They are all late."));'
    assert texts(messages.in_script(script)) == ["X has arrived already.", "They are all late."]
