"""Keep what a function returns where it holds words: for each language by itself."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from django.utils.translation import get_language

P = ParamSpec("P")
R = TypeVar("R")


def cached_by_language(maxsize: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator like `functools.lru_cache`, whose keys hold the language, too."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize=maxsize)
        def keep(language: str | None, *args: P.args, **kwargs: P.kwargs) -> R:
            return function(*args, **kwargs)

        @wraps(function)
        def cached(*args: P.args, **kwargs: P.kwargs) -> R:
            return keep(get_language(), *args, **kwargs)  # type: ignore[arg-type]  # as lru_cache

        return cached

    return decorate
