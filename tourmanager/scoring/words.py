"""The words that scoring puts on its rows, and every room beside them: ordinals, names of classifications and of pass categories."""

from functools import cache

CLASSIFICATION_NAMES = {
    "individual": "Individual",
    "mountain": "Mountain",
    "is": "Intermediate sprints",
    "regularity": "Regularity",
    "teams": "Teams",
}
CATEGORY_NAMES = {
    "hill": "hill",
    "third": "third category",
    "second": "second category",
    "first": "first category",
    "hc": "hors category",
}


@cache
def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th ... 11th, 12th, 13th ... 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
