"""Ranks, and the words for what decided."""

from tests.scoring.race import LEVEL, SCHEME, tie_words
from tourmanager.scoring.ranking import rank_rows
from tourmanager.scoring.tie_breaks import FORMS, UNPLACED, Criterion, Tie, criterion
from tourmanager.scoring.words import ordinal
from tourmanager.web import labels

CHAIN = (criterion("stage_wins"), criterion("general"))


def test_rows_equal_on_the_whole_chain_share_a_rank_and_the_next_one_is_skipped() -> None:
    rows = rank_rows(
        {"a": (-3, -1, 2), "b": (-5, 0, 1), "c": (-3, -1, 2), "d": (-1, 0, 9)},
        CHAIN,
        {"a": 1, "d": 2},
        -1,
    )
    assert [(row.rank, row.who, row.figure, row.gap) for row in rows] == [
        (1, "b", 5, 0),
        (2, "a", 3, 2),
        (2, "c", 3, 2),
        (4, "d", 1, 4),
    ]
    assert [tie_words(row) for row in rows] == ["", "", LEVEL, ""]
    assert [row.change for row in rows] == [None, -1, None, -2]


def test_the_first_criterion_that_differs_is_named_with_both_values() -> None:
    rows = rank_rows({"a": (-3, -2, 7), "b": (-3, -1, 1), "c": (-3, -1, UNPLACED)}, CHAIN, {}, -1)
    assert [tie_words(row) for row in rows] == [
        "",
        "more stage wins: 2 against 1",
        "better individual place: 1st against none",
    ]


def test_what_decided_is_kept_as_facts() -> None:
    rows = rank_rows({"a": (-3, -2, 7), "b": (-3, -1, 1), "c": (-3, -1, 1)}, CHAIN, {}, -1)
    assert [row.tie for row in rows] == [
        None,
        Tie(Criterion("stage_wins", "count"), -2, -1),
        Tie(None),
    ]


def test_every_criterion_has_words() -> None:
    names = [*FORMS, *(f"wins_{category}" for category in SCHEME.categories)]
    words = [labels.criterion(criterion(name, "3a"), SCHEME) for name in names]
    assert len(set(words)) == len(words)
    assert "better place on stage 3a" in words
    assert "more wins on hors category passes" in words
    assert "more wins on hills" in words


def test_a_row_level_with_the_last_of_several_that_share_a_rank_is_told_apart_from_them() -> None:
    rows = rank_rows({"a": (-3, -1, 2), "b": (-3, -1, 2), "c": (-3, -1, 4)}, CHAIN, {}, -1)
    assert [(row.rank, tie_words(row)) for row in rows] == [
        (1, ""),
        (1, LEVEL),
        (3, "better individual place: 2nd against 4th"),
    ]


def test_ordinals_read_as_people_say_them() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111)] == (
        ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th"]
    )
