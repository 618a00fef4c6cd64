"""Names of teams, riders, players and tours: how they are stored, compared and searched.

Stored trimmed, in NFC, without characters that cannot be seen. Two names are the same name when
they differ only in upper and lower case; a search also forgives accents.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

# Letters that carry no accent of their own and still are typed without their stroke or ligature.
PLAIN = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "\u0131": "i",
        "ħ": "h",
        "ŧ": "t",
    }
)
LONGEST_NAME = 80  # characters of the name of a team or a rider
JOINERS = "\u200c\u200d"  # invisible, and part of how Persian and Indian names are written
UNREADABLE = "\ufffd"  # what decoding leaves where it could not read


class NameRefused(ValueError):
    """The text cannot be a name; the message says why, for the user."""


def tidy_name(text: str) -> str:
    """Tidy a name as it is stored: no spaces around it, single ones inside, composed letters."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def has_unseen_character(text: str) -> bool:
    """Return True where a character is in it that no name has: a control, half a letter, one that
    turns the line round.
    """
    return any(unicodedata.category(char).startswith("C") and char not in JOINERS for char in text)


def tidy_or_refuse(text: str) -> str:
    """Return the name as it is stored. Raises NameRefused for characters that no name has."""
    name = tidy_name(text)
    if UNREADABLE in name:
        raise NameRefused(
            _(
                "A character could not be read (%(unreadable)s): save the file as "
                "UTF-8, or type it again."
            )
            % {"unreadable": UNREADABLE}
        )
    if has_unseen_character(name):
        raise NameRefused(_("There is a character in it that cannot be seen; type it again."))
    return name


def name_key(name: str) -> str:
    """Return the same text for two spellings that are the same name."""
    return unicodedata.normalize("NFC", name).casefold()


def plain_text(text: str) -> str:
    """Simplify text for searching and forgiving reading: lower case, without accents, single
    spaces.
    """
    apart = unicodedata.normalize("NFKD", text.casefold().translate(PLAIN))
    return " ".join("".join(char for char in apart if not unicodedata.combining(char)).split())


# small words of surnames, which some lists of riders write with capitals
PARTICLES = {"van", "von", "der", "den", "ter", "ten", "de", "da", "di", "del", "dos", "du"}


def surnames(names: Sequence[str]) -> list[str]:
    """Shorten the names of a team's riders where room is short: "de Vries"; those of one family
    with an initial, "A. de Vries".
    """
    last = [_last(name) for name in names]
    initialled = [
        f"{name[0]}. {short}" if short != name else name
        for name, short in zip(names, last, strict=True)
    ]
    of_family, of_initial = Counter(map(name_key, last)), Counter(map(name_key, initialled))
    return [
        short
        if of_family[name_key(short)] == 1
        else initial
        if of_initial[name_key(initial)] == 1
        else name
        for name, short, initial in zip(names, last, initialled, strict=True)
    ]


def _last(name: str) -> str:
    """Return the last word, with the small words before it that belong to it, however lists of
    riders write them.
    """
    words = name.split()
    first = len(words) - 1
    while first > 0 and (words[first - 1][0].islower() or _is_particle(words, first - 1)):
        first -= 1
    return " ".join(words[max(first, 0) :])


def _is_particle(words: Sequence[str], at: int) -> bool:
    """Return True for a small word of a surname: the "Van" of "Annemiek Van Vleuten"."""
    return at > 0 and words[at].casefold() in PARTICLES


def holds_all_words(words: str, text: str) -> bool:
    """Return True when a text holds every word of a search: "Été 2026" is found by "2026 ete"."""
    plain = plain_text(text)
    return all(word in plain for word in plain_text(words).split())


def abbreviation(name: str, names_in_use: set[str]) -> str:
    """Make a short name for a team that brings none: its initials or first letters, and a digit
    where they are in `names_in_use` (as keys).
    """
    words = ["".join(filter(str.isalnum, part)) for part in plain_text(name).upper().split()]
    one_word = "".join(words)
    initials = "".join(word[:1] for word in words)
    return next(
        (text for text in _short_names(initials, one_word) if name_key(text) not in names_in_use),
        "",
    )


def _short_names(initials: str, letters: str) -> Iterator[str]:
    """Yield short names in order of preference: initials, first letters, letters and a digit."""
    first = [initials[:4]] if len(initials) > 2 else []
    first += [text for text in (letters[:3], letters[:4]) if text]
    yield from first
    stem = first[0][:2] if first else "T"
    yield from (f"{stem}{number}" for number in range(1, 100))
    yield from (f"{stem[0]}{number}" for number in range(100, 1000))
