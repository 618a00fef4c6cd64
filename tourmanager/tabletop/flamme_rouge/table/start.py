"""List what has to be done before a stage of a Grand Tour: who places first, exhaustion cards to
shuffle in, the leader, traits, the road (FR-T-030 ... FR-T-040).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.flamme_rouge.table.grand_tour import SHERIFF, TRAITS
from tourmanager.results.log.reading import StageReading
from tourmanager.results.sheet.entries import write_for_button
from tourmanager.results.stage_page.jerseys import find_worn_jerseys
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import HANDICAP, MUSCLE, PELOTON, handicap
from tourmanager.tabletop.flamme_rouge.table.carried import Carried, carried_into
from tourmanager.tabletop.flamme_rouge.table.entries import GiveTrait
from tourmanager.tabletop.flamme_rouge.table.frame import extras_of
from tourmanager.tabletop.flamme_rouge.table.sheet import game_of
from tourmanager.tours.models import TourTeam
from tourmanager.web.jerseys import Mark

DUMMY_WORDS = {
    PELOTON: (
        "Peloton Team",
        gettext_lazy("one in front of the other, as far forward as possible"),
    ),
    MUSCLE: ("Muscle Team", gettext_lazy("Sprinteur in front, as far forward as possible")),
}


class Placing(msgspec.Struct, frozen=True):
    """A team in the order in which riders are placed."""

    team: TourTeam
    words: str


class Tired(msgspec.Struct, frozen=True):
    """A rider and the exhaustion cards that they shuffle in: half of what they had, rounded up."""

    mark: Mark
    cards: int
    words: str


class RiderTrait(msgspec.Struct, frozen=True):
    mark: Mark
    name: str


class TraitChoice(msgspec.Struct, frozen=True):
    """One choice for a team's trait: entry, words, and whether it is chosen."""

    team: TourTeam
    options: tuple[tuple[str, str, bool], ...]


class Before(msgspec.Struct, frozen=True):
    template: ClassVar[str] = "tabletop/flamme_rouge/_start.html"

    first: bool
    order: Sequence[Placing]
    tired: Sequence[Tired]
    leader: Mark | None
    out: Sequence[Mark]
    traits: Sequence[RiderTrait]
    choices: Sequence[TraitChoice]  # of teams whose trait nobody has said
    crowd: bool  # riders for themselves, whose types are picked for each stage
    tiles: Sequence[str]


def before_stage(reading: StageReading) -> Before:
    """Return what the page shows before the stage."""
    wearing = find_worn_jerseys(reading)
    marks = reading.field.marks(wearing)
    carried_over = carried_into(reading)
    riders = reading.frame.riders
    with_hand = [code for code in riders if code not in game_of(reading.log.sheet).frame.dummies]
    return Before(
        first=not reading.before,
        order=_order(reading, carried_over),
        tired=_list_tired(reading, carried_over, with_hand, marks),
        leader=next(
            (
                marks[code]
                for code, colour in wearing.items()
                if colour == reading.field.scheme.general.colour
            ),
            None,
        ),
        out=[marks[code] for code in reading.field.riders if code not in riders],
        traits=[
            RiderTrait(marks[code], TRAITS[trait])
            for code, trait in carried_over.traits.items()
            if code in marks
        ],
        choices=_choices(reading, with_hand),
        crowd=reading.stage.tour.game_data["riders_per_team"] == 1,
        tiles=str(reading.stage.course.get("tiles", "")).split(),
    )


def _order(reading: StageReading, carried_over: Carried) -> list[Placing]:
    field = reading.field
    points = (
        {player.team: player.points for player in reading.before[-1].players}
        if reading.before
        else {}
    )
    name = field.scheme.manager_points.name.lower()
    words = {letter: _say_count(points.get(letter, 0), name) for letter in field.by_letter} | {
        letter: _of_dummy(kind, field.by_letter[letter].name)
        for letter, kind in field.dummies.items()
    }
    return [
        Placing(field.by_letter[letter], words[letter])
        for letter in carried_over.order or field.dummies
    ]


def _of_dummy(kind: str, called: str) -> str:
    """Say how a dummy team's riders are placed; and its kind, where its name does not say so."""
    name, words = DUMMY_WORDS[kind]
    return str(words) if called.startswith(name) else f"{name}: {words}"


def _say_count(number: int, name: str) -> str:
    return f"{number} {name.removesuffix('s') if number == 1 else name}"


def _list_tired(
    reading: StageReading, carried_over: Carried, riders: Sequence[str], marks: dict[str, Mark]
) -> list[Tired]:
    if not reading.before:
        return _list_handicaps(reading, riders, marks)
    had = extras_of(reading.ended.results[len(reading.before) - 1]).exhaustion
    rows = []
    for code in riders:
        cards = carried_over.cards.get(code, 0)
        if code not in had:
            words = _("were not counted")
        elif not had[code]:
            words = _("had none")
        elif carried_over.traits.get(code) == SHERIFF:
            words = _("half of %(had)s, rounded up, one fewer as the Sheriff")
        else:
            words = _("half of %(had)s, rounded up")
        rows.append(Tired(marks[code], cards, words % {"had": had.get(code)}))
    return rows


def _list_handicaps(
    reading: StageReading, riders: Sequence[str], marks: dict[str, Mark]
) -> list[Tired]:
    """Return the handicap of the first stage, where one was agreed (FR-040)."""
    agreed = handicap(reading.stage.tour.options.get(HANDICAP, ""))
    players = [letter for letter in reading.frame.teams if letter not in reading.field.dummies]
    of_team = dict(zip(players, agreed, strict=False))
    handicaps = [(code, of_team.get(reading.field.riders[code].team.letter, 0)) for code in riders]
    return [Tired(marks[code], cards, _("handicap")) for code, cards in handicaps if cards]


def _choices(reading: StageReading, riders: Sequence[str]) -> list[TraitChoice]:
    """Return the traits to choose from, for teams that have none since an earlier stage, if the
    tour has traits.
    """
    if reading.stage.tour.options.get("traits") != "on":
        return []
    choices, game = [], game_of(reading.log.sheet)
    for team in reading.field.teams:
        own = [code for code in riders if reading.field.riders[code].team.letter == team.letter]
        if own and game.frame.traits.keys().isdisjoint(own):
            choices.append(TraitChoice(team, tuple(_trait_options(own, game.traits, reading))))
    return choices


def _trait_options(
    own: Sequence[str], traits: Mapping[str, str], reading: StageReading
) -> Iterator[tuple[str, str, bool]]:
    """Offer a team no trait, and each trait for each of its riders: entry, words, given now."""
    yield write_for_button(GiveTrait(own[0], "")), _("no trait"), traits.keys().isdisjoint(own)
    for key, name in TRAITS.items():
        for code in own:
            words = f"{name}, {reading.frame.names[code]}"
            yield write_for_button(GiveTrait(code, key)), words, traits.get(code) == key
