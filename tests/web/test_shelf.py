"""Values kept in memory: bounded, and the one used last is the last to go."""

from tourmanager.web.shelf import Shelf


def test_the_value_used_last_is_the_last_to_go() -> None:
    shelf = Shelf[str, int](2)
    shelf.put("a", 1)
    shelf.put("b", 2)
    assert shelf.find("a") == 1
    shelf.put("c", 3)
    assert [shelf.find(key) for key in "abc"] == [1, None, 3]


def test_values_weigh_what_they_are_said_to() -> None:
    shelf = Shelf[str, str](5, weigh=len)
    shelf.put("a", "xx")
    shelf.put("a", "xxx")  # in place of the one before
    shelf.put("b", "yy")
    assert (len(shelf), shelf.weight) == (2, 5)
    shelf.put("c", "z")
    assert shelf.find("a") is None
    shelf.put("d", "too heavy")
    assert (len(shelf), shelf.weight) == (0, 0)


def test_a_value_that_is_taken_is_gone() -> None:
    shelf = Shelf[str, int](2)
    shelf.put("a", 1)
    assert shelf.take("a") == 1
    assert shelf.take("a") is None
    shelf.put("b", 2)
    shelf.clear()
    assert (shelf.find("b"), shelf.weight) == (None, 0)
