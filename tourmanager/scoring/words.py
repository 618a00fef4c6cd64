"""Words that scoring puts on its rows, for use in every room; in English. Names of classifications
and lines come from the scheme.
"""

from collections.abc import Sequence
from functools import cache


def gettext_noop(sentence: str) -> str:
    """Return the sentence: its name lets translators find it. Scoring knows no framework; what
    shows the sentence translates it.
    """
    return sentence


@cache
def ordinal(number: int) -> str:
    """Return a number as 1st, 2nd, 3rd, 4th ... 11th, 12th, 13th ... 21st."""
    ending = (
        "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    )
    return f"{number}{ending}"


@cache
def number_word(amount: int) -> str:
    """Return a small number as a word for use in a sentence."""
    words = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[amount - 2] if 2 <= amount <= len(words) + 1 else str(amount)


def join_with_and(words: Sequence[str]) -> str:
    """Join words as "a, b and c"."""
    *others, last = words or ("",)
    return f"{', '.join(others)} and {last}" if others else last
