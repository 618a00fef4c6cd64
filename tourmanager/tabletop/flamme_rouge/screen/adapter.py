"""Convert between a tour's stage log and the engine of Flamme Rouge.

Teams go by their letters on both sides, riders by other names: `riders.py`.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.flamme_rouge.numbers import SOLO
from games.flamme_rouge.outcome import FlammeRougeExtras
from games.flamme_rouge.rules import FlammeRouge
from tourmanager.play.boards.look import Look
from tourmanager.play.contract import Adapter, NotDigital
from tourmanager.play.start.seat_forms import SeatsForm
from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet.sheet import Sheet
from tourmanager.results.stage_page.jerseys import find_worn_jerseys
from tourmanager.scoring.words import join_with_and
from tourmanager.tabletop.flamme_rouge.screen.riders import code_of, names_of
from tourmanager.tabletop.flamme_rouge.screen.seats import CardsForm
from tourmanager.tabletop.flamme_rouge.screen.to_log import differences, to_entries
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import (
    DUMMIES,
    HANDICAP,
    MUSCLE,
    PELOTON,
    SWITCHES,
    handicap,
)
from tourmanager.tabletop.flamme_rouge.table.carried import carried_into
from tourmanager.tours.models import Line, Stage
from tourmanager.tours.options import chosen_option
from tourmanager.web.jerseys import mark

# stage: only there riders begin with a handicap, who rides alone splits cards, and traits are drawn
FIRST = 1


class FlammeRougeAdapter(Adapter[FlammeRougeExtras]):
    to_entries = staticmethod(to_entries)
    differences = staticmethod(differences)

    def why_not(self, stage: Stage) -> str:
        return (
            ""
            if stage.course.get("tiles")
            else _("The road of %(stage)s is not known: its tiles were never said.")
            % {"stage": stage}
        )

    def has_begun(self, sheet: Sheet) -> bool:
        """Return True once more than traits is logged; those may be given before the start."""
        return bool(sheet.order or sheet.abandons or any(sheet.lines.values()))

    def seats_form(self, data: Any, reading: StageReading) -> SeatsForm:
        own = [team for team in reading.field.teams if team.letter not in reading.field.dummies]
        players = {f"player_{index}": team.manager for index, team in enumerate(own)}
        teams, letters = [team.name for team in own], [team.letter for team in own]
        return CardsForm(data, teams=teams, letters=letters, engine=FlammeRouge(), initial=players)

    def setup_data(
        self, reading: StageReading, situation: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        stage, frame, tour = reading.stage, reading.frame, reading.field.tour
        if out := [frame.names[code] for code in reading.field.riders if code not in frame.riders]:
            raise NotDigital(
                _("%(gone)s left the race, and digitally everybody rides. Go on at the table.")
                % {"gone": join_with_and(out)}
            )
        dummies = reading.field.dummies
        kinds = {kind: [team for team in dummies if dummies[team] == kind] for kind in DUMMIES}
        first = stage.number == FIRST
        return {
            "version": chosen_option(tour.options, "version", SWITCHES),
            "stage": {"tiles": stage.course["tiles"], "lines": lines_of(stage)},
            "teams": _seats(reading),
            "peloton": next(iter(kinds[PELOTON]), ""),
            "muscle": kinds[MUSCLE],
            "breakaway": bool(stage.course.get("breakaway")),
            "handicap": handicap(tour.options.get(HANDICAP, "")) if first else [],
            **_carry_over(reading, first=first),
            "solo": SOLO if first else 0,
            "options": {
                "exhaustion_stock": chosen_option(tour.options, "exhaustion_stock", SWITCHES),
                "dummies_score": not reading.field.scheme.unscored,
                "traits": first and chosen_option(tour.options, "traits", SWITCHES) == "on",
            },
        }

    def look_of(self, reading: StageReading) -> Look:
        teams = {team.letter: mark(team, team.letter) for team in reading.field.teams}
        marks = reading.field.marks(find_worn_jerseys(reading))
        riders = {
            name: msgspec.structs.replace(marks[code_of(name, marks)], code=name)
            for name in names_of(teams)
        }
        return Look(teams, riders)


def lines_of(stage: Stage) -> list[tuple[int, str]]:
    lines = [
        (line.km, "sprint" if line.kind == Line.Kind.SPRINT else line.category)
        for line in stage.lines.all()
    ]
    return sorted(lines)


def _seats(reading: StageReading) -> list[str]:
    """Name the teams that players have."""
    return [letter for letter in reading.frame.teams if letter not in reading.field.dummies]


def _carry_over(reading: StageReading, *, first: bool) -> dict[str, Any]:
    """Give what is carried over from the stages before: start order, exhaustion and traits."""
    carried_over = carried_into(reading)
    riders = [code_of(name, reading.field.riders) for name in names_of(_seats(reading))]
    cards = [carried_over.cards.get(code, 0) for code in riders]
    traits = [carried_over.traits.get(code, "") for code in riders]
    own = [letter for letter in carried_over.order if letter not in reading.field.dummies]
    return {
        "order": [] if first else own,
        "kept": cards if any(carried_over.cards.values()) else [],
        "traits": traits if any(traits) else [],
    }
