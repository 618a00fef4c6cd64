"""Name and draw the riders on the stage page, with the leaders' jerseys they wear."""

from functools import cached_property
from html import escape

from tourmanager.results.log.reading import StageReading
from tourmanager.riders.names import surnames
from tourmanager.web.drawing import jersey_svg, role_words
from tourmanager.web.jerseys import Mark

USED = (
    '<svg class="jersey jersey-s" viewBox="-1 0 52 48" width="35" height="32" role="img"'
    ' aria-label="{}"><use href="#jersey-{}" x="-1" width="52" height="48"/></svg>'
)
_worn: dict[tuple[object, ...], dict[str, str]] = {}


def find_worn_jerseys(reading: StageReading) -> dict[str, str]:
    """Return who rides in a leader's jersey, cached from tap to tap: it changes only when an
    earlier stage is ended again.
    """
    tour = reading.stage.tour
    before = [
        standing
        for standing in reading.ended.standings
        if standing.result["number"] < reading.stage.number
    ]
    key = (
        tour.slug,
        reading.stage.number,
        *((standing.pk, standing.seq, standing.at) for standing in before),
    )
    if key not in _worn:
        if len(_worn) > 100:
            _worn.clear()
        _worn[key] = reading.worn_jerseys
    return _worn[key]


class Jerseys:
    """Names and drawings of a stage's riders.

    Beside the pad a jersey is drawn with the pad's own, which keeps the answer to a tap small.
    """

    def __init__(self, reading: StageReading, *, beside_pad: bool) -> None:
        self.reading, self.beside_pad = reading, beside_pad

    @cached_property
    def marks(self) -> dict[str, Mark]:
        return self.reading.field.marks(find_worn_jerseys(self.reading))

    def svg(self, code: str) -> str:
        return (
            USED.format(escape(self.spoken_label(code)), code)
            if self.beside_pad
            else jersey_svg(self.marks[code], "s", alone=True)
        )

    def on_pad(self, code: str) -> str:
        """Draw the jersey that other drawings on the page refer to."""
        return jersey_svg(self.marks[code], "m").replace("<svg ", f'<svg id="jersey-{code}" ', 1)

    def name_in_sentence(self, code: str) -> str:
        """Return what sentences call the rider: "Blue 4"."""
        return self.reading.frame.names.get(code, code)

    def spoken_label(self, code: str) -> str:
        """Return what a screen reader says for a jersey beside the rider's name: "Blue 4,
        climber".
        """
        return ", ".join(
            filter(None, (self.name_in_sentence(code), role_words(self.marks[code].role)))
        )

    def name(self, code: str) -> str:
        """Return the rider's own name, for a row in which the jersey says number and team."""
        return self.reading.field.riders[code].name

    @cached_property
    def short(self) -> dict[str, str]:
        """Return the riders' names, shortened for narrow rows."""
        riders = self.reading.field.riders
        of_teams: dict[str, list[str]] = {}
        for code, rider in riders.items():
            of_teams.setdefault(rider.team.letter, []).append(code)
        return {
            code: short
            for codes in of_teams.values()
            for code, short in zip(
                codes, surnames([riders[code].name for code in codes]), strict=True
            )
        }
