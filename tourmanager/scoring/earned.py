"""What the three points classifications share: points earned, wins counted, and no row without points (CP-M-040)."""

from collections.abc import Sequence

from tourmanager.scoring.lines import points
from tourmanager.scoring.ranking import Key, Ranks, count, place, ranked, words
from tourmanager.scoring.result import Passage
from tourmanager.scoring.tables import Classification, Part
from tourmanager.scoring.words import CLASSIFICATION_NAMES, ordinal


class Earned:
    """Points by rider, and his wins of each kind, in the order in which they break ties."""

    def __init__(self, key: str, wins: Sequence[tuple[str, str]]) -> None:
        self.key = key
        self.win_links = {kind: link for link, (kind, _) in enumerate(wins, 1)}
        self.chain = (count("more points"), *(count(said) for _, said in wins), place("better individual place"))
        self.nothing: Key = (0,) * (len(wins) + 1)
        self.keys: dict[str, Key] = {}  # all of the chain but the individual place
        self.parts: dict[str, tuple[Part, ...]] = {}
        self.of_day: dict[str, tuple[Part, ...]] = {}  # what the latest stage paid

    def pay(self, rider: str, part: Part) -> None:
        self._raise(rider, 0, part.amount)
        self.parts[rider] = (*self.parts.get(rider, ()), part)
        self.of_day[rider] = (*self.of_day.get(rider, ()), part)

    def pay_line(self, stage: int, passage: Passage, label: str, scale: Sequence[int]) -> None:
        """The points of one line, and its win for the tie-breaks."""
        for position, (rider, amount) in enumerate(points(passage.riders, scale), 1):
            self.pay(rider, Part(stage, f"{label}: {ordinal(position)}", amount, source=self.key))
        if passage.riders:
            self.win(passage.riders[0], passage.category)

    def win(self, rider: str, kind: str) -> None:
        self._raise(rider, self.win_links[kind], 1)

    def _raise(self, rider: str, link: int, by: int) -> None:
        key = self.keys.get(rider, self.nothing)
        self.keys[rider] = (*key[:link], key[link] - by, *key[link + 1 :])

    def classification(self, placed: Ranks, before: Ranks) -> Classification:
        """`placed` are the ranks of the individual classification: only who is in it is listed (CP-M-041)."""
        keys: dict[str, Key] = {rider: (*key, placed[rider]) for rider, key in self.keys.items() if key[0] and rider in placed}
        return Classification(self.key, CLASSIFICATION_NAMES[self.key], ranked(keys, self.chain, self.parts, before), words(self.chain))
