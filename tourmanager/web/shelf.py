"""Keep values in the memory of a process, under keys that say all they depend on: the one used last
is the last to go.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakSet

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Shelf(Generic[K, V]):
    """Keep the values used last, as many as weigh no more than `most` together; each weighs 1 where
    `weigh` does not say otherwise. Any thread may ask.
    """

    def __init__(self, most: int, weigh: Callable[[V], int] = lambda value: 1) -> None:
        self.most, self.weigh, self.weight = most, weigh, 0
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()
        _shelves.add(self)

    def find(self, key: K) -> V | None:
        """Return the value kept under that key, None where there is none."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def take(self, key: K) -> V | None:
        """Return the value and keep it no longer."""
        with self._lock:
            return self._drop(key)

    def put(self, key: K, value: V) -> None:
        with self._lock:
            self._drop(key)
            self._values[key] = value
            self.weight += self.weigh(value)
            while self.weight > self.most:
                self._drop(next(iter(self._values)))

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
            self.weight = 0

    def __len__(self) -> int:
        return len(self._values)

    def _drop(self, key: K) -> V | None:
        value = self._values.pop(key, None)
        self.weight -= 0 if value is None else self.weigh(value)
        return value


_shelves: WeakSet[Shelf[Any, Any]] = WeakSet()


def clear_all() -> None:
    """Forget all that is kept, as where another database stands behind the process."""
    for shelf in list(_shelves):
        shelf.clear()
