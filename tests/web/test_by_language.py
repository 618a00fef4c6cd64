"""What is cached with words in it is cached for each language."""

from django.utils.translation import override

from tourmanager.web.by_language import cached_by_language


def test_another_language_has_values_of_its_own() -> None:
    asked = []

    @cached_by_language(8)
    def double(number: int, *, plus: int = 0) -> int:
        asked.append(number)
        return 2 * number + plus

    with override("en"):
        assert (double(2), double(2), double(2, plus=1)) == (4, 4, 5)
    with override("es"):
        assert double(2) == 4
    assert asked == [2, 2, 2]
