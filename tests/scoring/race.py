"""Races written as text: `stage(1, "a1 10, b1 10, a2 15", lines=("s a2 b2 a1", "hc b1 a1"))`."""

from collections.abc import Sequence

from tourmanager.scoring.result import Arrival, Passage, StageResult, Starter
from tourmanager.scoring.scheme import Scheme, scheme
from tourmanager.scoring.standings import history, standings
from tourmanager.scoring.tables import Classification, Part, PlayerRow, RankedRow, Standings
from tourmanager.scoring.virtual import TurnClock
from tourmanager.web import labels

SCHEME = scheme("cycling_party_master")


def stage(
    number: int, arrivals: str, type: str = "flat", lines: Sequence[str] = (), out: str = ""
) -> StageResult:
    """Riders in place order with their seconds; a line is its category ("s" for an intermediate
    sprint) and its riders.
    """
    pairs = [arrival.split() for arrival in arrivals.split(",") if arrival.strip()]
    return StageResult(
        number,
        type,
        _passages(lines),
        tuple(Arrival(rider, int(time)) for rider, time in pairs),
        dict.fromkeys(out.split(), "dnf"),
    )


def clock_at(turn: int, seconds: int = 60) -> TurnClock:
    """The clock of a game whose turns all last as long; nobody comes in before the present one."""

    def begun(turn: int) -> int:
        return seconds * turn

    return TurnClock(turn, begun, begun)


def _passages(lines: Sequence[str]) -> tuple[Passage, ...]:
    passages: list[Passage] = []
    for line in lines:
        category, *riders = line.split()
        letter = "s" if category == "s" else "p"
        nth = 1 + sum(passage.key.startswith(letter) for passage in passages)
        passages.append(
            Passage(
                f"{letter}{nth}",
                "",
                "is" if category == "s" else category,
                tuple(riders),
            )
        )
    return tuple(passages)


def start_list(stages: Sequence[StageResult]) -> list[Starter]:
    """Everybody who is named in the stages."""
    riders = {arrival.rider for stage in stages for arrival in stage.arrivals}
    riders |= {rider for stage in stages for rider in stage.out}
    return [Starter(rider, rider[0]) for rider in sorted(riders)]


def _scheme(scale: dict[str, list[int]] | None) -> Scheme:
    return SCHEME if scale is None else SCHEME.with_manager_points(scale)


def after(*stages: StageResult, scale: dict[str, list[int]] | None = None) -> Standings:
    return standings(stages, start_list(stages), _scheme(scale))


def course_of(*stages: StageResult, scale: dict[str, list[int]] | None = None) -> list[Standings]:
    return history(stages, start_list(stages), _scheme(scale))


def of(now: Standings, key: str) -> Classification:
    return now.classifications[key]


def names(rows: Sequence[RankedRow]) -> str:
    return " ".join(row.who for row in rows)


def figures(now: Standings, key: str) -> dict[str, int]:
    return {row.who: row.figure for row in of(now, key).rows}


LEVEL = "level on everything: they share the place"


def tie_words(row: RankedRow | PlayerRow, rules: Scheme = SCHEME) -> str:
    """What decided against the row above, "" where they are not level."""
    return labels.tie(row.tie, rules)


def row(now: Standings, key: str, who: str) -> RankedRow:
    return next(row for row in of(now, key).rows if row.who == who)


def words(summands: Sequence[Part], scheme: Scheme = SCHEME) -> list[str]:
    """What pages say of them."""
    return [labels.part(part, scheme) for part in summands]


def parts(now: Standings, key: str, who: str) -> tuple[Part, ...]:
    """What somebody's figure was summed from."""
    return of(now, key).parts(who)
