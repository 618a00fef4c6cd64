"""What a stage's log is read against: its lines, who started, and what each team holds. Pure values."""

import msgspec

MOST_SQUARES = 20  # behind the line, that an entry can name


class FrameLine(msgspec.Struct, frozen=True):
    """A sprint or pass: `places` is how many riders are named there (0 for a hill)."""

    key: str
    label: str
    category: str
    km: int
    points: tuple[int, ...]
    doubles: int = 0
    start: int | None = None
    at_finish: bool = False  # a pass that ends on the last square: the order at the finish is its order (CP-M-018)

    @property
    def places(self) -> int:
        return len(self.points)


class Frame(msgspec.Struct, frozen=True):
    number: int
    type: str
    lines: dict[str, FrameLine]  # in road order
    riders: tuple[str, ...]  # codes of the riders who started the stage
    teams: tuple[str, ...]  # letters
    stock: dict[str, int]  # of each team at the start of the stage: bottle, sprint, attack
    mountain_attacks: dict[str, int]  # left to each team when the stage started
    names: dict[str, str]  # what codes and letters are called: {"b4": "Blue 4", "b": "Blue"}
    options: dict[str, str] = {}
    title: str = ""  # what the stage is called: "Stage 3a"
    kind: str = "road"
    rankings: dict[str, str] = {}  # what the classifications are called: {"mountain": "Mountain"}
    squares: int = MOST_SQUARES  # behind the line, as far as the road goes
    dummies: tuple[str, ...] = ()  # riders whom cards move: they have no hand
    traits: dict[str, str] = {}  # of riders, since earlier stages
    last: bool = False  # no stage comes after it, in a game that asks
    game: str = "cycling_party"  # "race": no board; what is blank in its results stays blank

    def option(self, key: str, default: str) -> str:
        return self.options.get(key, default)

    def held(self, team: str, advantage: str) -> int:
        """How many of an advantage a team had when the stage started."""
        return self.mountain_attacks.get(team, 0) if advantage == "mountain_attack" else self.stock[advantage]

    def needed(self, line: FrameLine) -> int:
        """How many riders have to be named at a line: as many as it pays, or all there are."""
        return min(line.places, len(self.riders))
