"""Find people by name, and suggest who a typed name may be. A search forgives accents and capitals;
a suggestion is a question and is never applied by itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from tourmanager.people.identity import follow
from tourmanager.people.models import Person, Spelling
from tourmanager.riders.names import plain_text

SIMILAR = 0.84  # from here on two spellings may be one name: "Jon Sanz", "John Sanz"
MOST = 3  # people suggested for a name

Why = Literal["same", "part", "similar"]


class Known(NamedTuple):
    """A person with a spelling, as it is searched."""

    person: int
    key: str


class Suggestion(NamedTuple):
    """Somebody who a typed name may be, and why: the same name, a part of it, or one like it."""

    person: int
    why: Why


def find_people(words: str) -> list[Person]:
    """Return the people with every word of a search in one of their spellings (3 queries)."""
    rows = Spelling.objects.all()
    for word in plain_text(words).split():
        rows = rows.filter(key__contains=word)
    merged = merged_people()
    found = {follow(pk, merged) for pk in rows.values_list("person_id", flat=True)}
    return list(Person.objects.filter(pk__in=found).prefetch_related("spellings"))


def merged_people() -> Mapping[int, int | None]:
    """Return into whom people were merged, by number (1 query)."""
    return dict(Person.objects.exclude(merged_into=None).values_list("pk", "merged_into_id"))


def known_spellings() -> list[Known]:
    """Return every spelling of everybody (2 queries)."""
    merged = merged_people()
    rows = Spelling.objects.order_by("person_id", "pk").values_list("person_id", "key")
    return [Known(follow(pk, merged), key) for pk, key in rows]


def suggest(name: str, known: Iterable[Known]) -> Sequence[Suggestion]:
    """Suggest who a typed name may be, the likeliest first (pure)."""
    key = plain_text(name)
    if not key:
        return []
    found: dict[int, tuple[float, Why]] = {}
    for person, spelling in known:
        score, why = _compare(key, spelling)
        if score and score > found.get(person, (0, ""))[0]:
            found[person] = (score, why)
    ordered = sorted(found.items(), key=lambda item: (-item[1][0], item[0]))
    if ordered and ordered[0][1][1] == "same":
        ordered = [item for item in ordered if item[1][1] == "same"]
    return [Suggestion(person, why) for person, (_, why) in ordered[:MOST]]


def _compare(key: str, spelling: str) -> tuple[float, Why]:
    """Score how alike two names are, 0 where they are not."""
    if key == spelling:
        return 2, "same"
    words, others = set(key.split()), set(spelling.split())
    if words < others or others < words or words == others:
        return 1 + len(words & others) / 10, "part"
    likeness = SequenceMatcher(None, key, spelling).ratio()
    return (likeness, "similar") if likeness >= SIMILAR else (0, "similar")
