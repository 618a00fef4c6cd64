"""Compare and write the names of riders and teams, whatever their capitals, accents and hyphens."""

import re
from functools import lru_cache

from tourmanager.riders.names import plain_text

Words = tuple[str, ...]

# Small words of team names, which are in capitals where the whole name is; other short ones are
# mostly initials.
SMALL = frozenset(
    "le la les de du des di da del van von der den the of and et en y e st col san el los las uno"
    " pro new".split()
)


@lru_cache(maxsize=8192)
def words_of(name: str) -> Words:
    """Return the words of a name without capitals, accents and punctuation."""
    return tuple(re.sub(r"[\W_]+", " ", plain_text(name)).split())


def pretty(name: str) -> str:
    """Return a rider's name without words in capitals: "KATARZYNA Niewiadoma" becomes "Katarzyna
    Niewiadoma".
    """
    return " ".join(
        _capitalise(word) if _is_in_capitals(word) or re.fullmatch(r"['’]\w", word) else word
        for word in name.split()
    )


def pretty_team(name: str) -> str:
    """Return a team's name without words in capitals, as far as a program can tell words from
    initials: "TEAM DSM" becomes "Team DSM".
    """
    if not _is_in_capitals(name):
        return name
    return re.sub(
        r"[^\W\d_]+",
        lambda match: match[0] if _are_initials(match[0]) else match[0].capitalize(),
        name,
    )


def _is_in_capitals(text: str) -> bool:
    return (
        sum(char.isupper() for char in text) > 1
        and not any(char.islower() and char != "ß" for char in text)
        and "." not in text
    )


def _capitalise(word: str) -> str:
    if re.fullmatch(r"['’]\w", word):  # van 't Hof
        return word.lower()
    return re.sub(r"[^\W\d_]+", lambda match: match[0].capitalize(), word)


def _are_initials(word: str) -> bool:
    letters = plain_text(word)
    return letters not in SMALL and (len(letters) <= 3 or not set(letters) & set("aeiouy"))
