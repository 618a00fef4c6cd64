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


def test_a_bare_sentence_of_a_script_is_found():
    script = """// Nobody reads this comment aloud.
show("The tap was not taken.", "data-key", `${name} has arrived already.`);"""
    assert texts(messages.in_script(script)) == ["The tap was not taken."]
