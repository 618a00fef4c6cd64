"""Logs and actions as text: what is written can be read, and whatever else is typed is refused with
words and changes nothing.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games import game
from games.chance import NoDraw, Seeded, Supplied, throw
from games.cycling_party.throws import throw as with_falls
from games.engine import BadNotation, Refused, UnknownEngine
from games.notation import draw_or_action, read_draw, read_entry, read_log, write_log
from games.replay import Recording, replay
from tests.games.players import Racer, played

RULES = game("cycling_party")
GOLDEN = Path(__file__).parent / "golden"
WORDS = """
    pass unit turn bottle sprint attack fall back descend throw escape pace join both up down none
    plan plain give withdraw
    red1 blue2 red9 3d6 d20 9 5* 4^ 3- ++ ! red1- red1++ red1! * # 6 0 -1
""".split()
typed = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join))


def midway(version: str, steps: int) -> Recording:
    recording, chance, player = (
        Recording(RULES, RULES.example(version, 3)),
        Seeded(1),
        Racer("fuzz"),
    )
    for _ in range(steps):
        pending = RULES.pending(recording.state)
        if pending.over:
            break
        if pending.throw is not None:
            recording.answer(-1, chance.draw(pending.throw))
        else:
            recording.answer(
                pending.seats[0],
                player.choose(
                    recording.state,
                    pending.seats[0],
                    RULES.legal_actions(recording.state, pending.seats[0]),
                ),
            )
    return recording


def refused(answer: Callable[[], Any]) -> Any:
    """What it gives; or None, where it was refused in a sentence."""
    try:
        return answer()
    except Refused as refusal:
        words = str(refusal)
    assert words.rstrip("]")[-1] in ".”"
    return None


MIDWAY = [
    midway(version, steps).state for version in RULES.versions for steps in (0, 1, 30, 90, 200)
]


@settings(max_examples=300, deadline=None)
@given(typed)
@example("give red1 6 red1 6")
@example("plan red2++")
@example("plan ")
@example("give")
@example("bottle ")
def test_whatever_is_typed_is_an_action_or_a_clear_refusal_and_changes_nothing(text):
    for state in MIDWAY:
        before = RULES.digest(state)
        for seat in range(3):
            legal = list(RULES.legal_actions(state, seat))
            action = refused(lambda seat=seat, state=state: RULES.read(state, seat, text))
            if action is None:
                continue
            if action not in legal:
                with pytest.raises(Refused):
                    RULES.apply(state, seat, action)
            else:
                assert RULES.write(state, seat, action) == text
        assert RULES.digest(state) == before


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
@example("* 3 4")
@example("0 pass")
@example("* ٣ 4")
@example("٣ pass")
def test_any_line_is_an_entry_or_a_clear_refusal(line):
    entry = refused(lambda: read_entry(line))
    if entry is not None:
        refused(lambda: draw_or_action(RULES, MIDWAY[0], entry))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_log_with_a_line_spoiled_is_refused_or_comes_to_an_end_of_its_own(data):
    lines = write_log(played(RULES, RULES.example("junior", 2), "spoil", "racer").log()).split("\n")
    index = data.draw(st.integers(0, len(lines) - 2))
    lines[index] = data.draw(st.text(max_size=30))
    refused(lambda: replay(RULES, read_log("\n".join(lines))))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "begins with its game"),
        ("game cycling_party 1", "begins with its game"),
        ("game cycling_party one\nsetup {}", "Line 1"),
        ("game cycling_party 1\nsetup {", "Line 2"),
        ("game cycling_party 1\nsetup {}\n* 1\nnonsense", "Line 4"),
        ("game cycling_party 1\nsetup {}\nend abc\n0 pass", "nothing follows"),
        ("game cycling_party 1\nsetup {}\n" + "1" * 30_000, "too long"),
    ],
)
def test_an_unreadable_log_is_refused_with_its_line(text, words):
    with pytest.raises(BadNotation, match=words):
        read_log(text)


def test_a_log_of_other_rules_is_not_replayed():
    log = played(RULES, RULES.example("junior", 2), "old", "racer").log()
    for other in (log._replace(rules_version=1), log._replace(game="dash")):
        with pytest.raises(BadNotation, match="The log is of"):
            replay(RULES, other)


def test_a_log_is_replayed_under_the_rules_it_was_played_by_as_long_as_they_are_known():
    assert game("cycling_party") is game("cycling_party", RULES.rules_version)
    for version in (1, 2):
        text = (GOLDEN / f"cycling_party-master-equal_pace_setters-v{version}.log").read_text(
            encoding="utf-8"
        )
        log = read_log(text)
        assert log.rules_version == version
        assert replay(game(log.game, log.rules_version), log).log() == log
        other = log._replace(rules_version=3 - version)
        with pytest.raises(BadNotation):
            replay(game(other.game, other.rules_version), other)
    with pytest.raises(
        UnknownEngine, match=r"Cycling Party has no rules version 9\. There are: 1, 2\."
    ):
        game("cycling_party", 9)


def test_a_log_that_comes_to_another_end_is_refused():
    log = played(RULES, RULES.example("junior", 2), "old", "racer").log()
    with pytest.raises(BadNotation, match="another end"):
        replay(RULES, log._replace(end="0" * 64))


def test_comments_and_blank_lines_are_for_readers():
    text = write_log(played(RULES, RULES.example("junior", 2), "old", "racer").log())
    spaced = "# a stage\n\n" + text.replace("\n* ", "\n\n* ", 3).replace(
        " pass\n", " pass   # nothing\n", 2
    )
    assert read_log(spaced) == read_log(text)


def test_no_draw_is_made_of_other_than_plain_numbers():
    assert read_draw("3 4 20") == (3, 4, 20)
    for text in ("", "3,4", "3  4", "-1", "3.5", "²", "99999"):
        with pytest.raises(BadNotation):
            read_draw(text)


def test_dice_are_supplied_one_by_one_as_they_are_due():
    asked = []

    def table(sides: int) -> int:
        asked.append(sides)
        return [4, 4, 1, 2][len(asked) - 1]

    assert Supplied(table).draw(with_falls((6, 6), True)) == (4, 4, 1, 2)
    assert asked == [6, 6, 6, 6]
    assert Supplied.of([20]).draw(throw((20,))) == (20,)


def test_a_die_that_cannot_be_is_refused():
    with pytest.raises(NoDraw, match="cannot show 7"):
        Supplied.of([7]).draw(throw((6,)))
    with pytest.raises(NoDraw, match="No more dice"):
        Supplied.of([1]).draw(throw((6, 6)))
