"""Find which entries of a stage log one hand made as one thing, so that Undo takes them back as one
step (pure).

A gesture is what a user logged of one arrival, one entry after the other, from the first that the
arrival was incomplete with to the one that completed it: its riders, their square, the last die.
While an arrival is incomplete, and for everything else, each entry is a step of its own.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

ARRIVAL = "unit:"  # how the records of arrivals begin


@dataclass
class Gestures:
    """The gestures of the entries that were noted, in the order of their numbers."""

    # entry -> the entries of its gesture, itself among them
    by_entry: dict[int, tuple[int, ...]] = field(default_factory=dict)
    # user -> the arrival that they are logging, and their entries of it
    unfinished: dict[int | None, tuple[str, tuple[int, ...]]] = field(default_factory=dict)

    def note(self, seq: int, by: int | None, record: str, is_complete: bool | None) -> None:
        """Note an entry that touched that record. `is_complete` says whether the arrival lacks
        nothing now; None where the record is no arrival that is still there.
        """
        before, seqs = self.unfinished.pop(by, ("", ()))
        if is_complete is None:
            return
        seqs = (*seqs, seq) if before == record else (seq,)
        if not is_complete:
            self.unfinished[by] = (record, seqs)
            return
        for other in [user for user, (arrival, _) in self.unfinished.items() if arrival == record]:
            del self.unfinished[other]
        if len(seqs) > 1:
            self.by_entry |= dict.fromkeys(seqs, seqs)

    def group(self, seqs: Iterable[int]) -> Iterator[tuple[int, ...]]:
        """Group a user's entries, the last first, into steps: those of a gesture that follow one
        another are one. Each step has its entries in their order.
        """
        step: list[int] = []
        for seq in seqs:
            if step and seq not in self.by_entry.get(step[0], ()):
                yield tuple(sorted(step))
                step = []
            step.append(seq)
        if step:
            yield tuple(sorted(step))
