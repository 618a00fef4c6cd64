"""A scheme as TOML: what is written is read again, and what is wrong is said with its exact
path.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tourmanager.scoring import scheme_toml
from tourmanager.scoring.scheme import (
    Scheme,
    SchemeError,
    dump_scheme,
    read_scheme,
    read_toml,
    scheme,
    scheme_keys,
)
from tourmanager.tours.rules import read_file, read_valid_scheme

names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)


@pytest.mark.parametrize("key", scheme_keys())
def test_a_scheme_that_ships_is_written_and_read_again(key):
    assert read_toml(scheme_toml.write_toml(scheme(key))) == scheme(key)


@given(name=names, sprint=names, mark=names, points=st.lists(st.integers(0, 9999), max_size=20))
def test_any_name_and_any_table_come_back(name, sprint, mark, points):
    data = dump_scheme(scheme("cycling_party_master"))
    data["name"], data["categories"]["is"], data["unscored"] = name, sprint, [mark]
    data["classifications"][1]["lines"]["hc"] = points
    found = read_scheme(data)
    assert read_toml(scheme_toml.write_toml(found)) == found


def test_tables_stand_on_one_line_as_in_those_that_ship():
    text = scheme_toml.write_toml(scheme("cycling_party_master"))
    assert "\nhc = [35, 25, 15, 10, 5]\n" in text
    assert '\n[[classifications]]\nkey = "mountain"\n' in text


def faults(change) -> list[tuple[str, str]]:
    data = dump_scheme(scheme("cycling_party_master"))
    change(data)
    with pytest.raises(SchemeError) as refused:
        read_valid_scheme(data)
    return [(fault.path, fault.text) for fault in refused.value.faults]


@pytest.mark.parametrize(
    ("change", "path", "text"),
    [
        (
            lambda d: d["classifications"][1]["lines"]["hc"].__setitem__(2, "x"),
            "classifications[1].lines[...][2]",
            "text",
        ),
        (lambda d: d.pop("name"), "the scheme", '"name" is missing'),
        (lambda d: d.update(colour="red"), "the scheme", '"colour" is not known here'),
        (
            lambda d: d["teams"].update(riders=0),
            "teams.riders",
            "this number is too small: at least 1",
        ),
        (
            lambda d: d["classifications"][0].update(by="luck"),
            "classifications[0].by",
            '"luck" is none of the possible values',
        ),
        (
            lambda d: d["classifications"][0].update(name=""),
            "classifications[0].name",
            "this is empty",
        ),
        (
            lambda d: d["classifications"][0].update(name="a\x00b"),
            "classifications[0].name",
            "characters that cannot be written",
        ),
        (
            lambda d: d["classifications"][2]["tie_breaks"].append("luck"),
            "classifications[2].tie_breaks[2]",
            '"luck" cannot break ties here',
        ),
        (
            lambda d: d["classifications"][1].update(colour="yellow"),
            "classifications[1].colour",
            "taken by a classification above",
        ),
        (
            lambda d: d["manager_points"]["points"].update(luck=[1]),
            "manager_points.points.luck",
            "there is no such classification",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_path(change, path, text):
    found = faults(change)
    assert [fault[0] for fault in found] == [path], found
    assert text in found[0][1]
    assert "Expected" not in found[0][1]


@pytest.mark.parametrize(
    ("content", "text"),
    [(b"\xff\xfe", "no text in UTF-8"), (b"a = ", "this is not TOML"), (b"[" * 5000, "not TOML")],
)
def test_a_file_that_is_no_toml_is_refused_in_words(content, text):
    with pytest.raises(SchemeError, match=text):
        read_file(content)


def test_a_file_written_by_another_editor_is_read():
    text = scheme_toml.write_toml(scheme("uci_stage_race")).replace("\n", "\r\n")
    found = read_file(b"\xef\xbb\xbf" + text.encode())
    assert isinstance(found, Scheme)
    assert found == scheme("uci_stage_race")
