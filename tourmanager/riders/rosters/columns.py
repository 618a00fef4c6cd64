"""The columns of a roster file: their headings, and the values that they accept.

Reading forgives case, accents and a few languages; writing has one form. Values come out as the
database stores them.
"""

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.riders import colours
from tourmanager.riders.models import Pattern, Rider, Role, Team
from tourmanager.riders.names import NameRefused, plain_text, tidy_or_refuse
from tourmanager.web.drawing import role_words

TEAM, SHORT_NAME, COLOUR, PATTERN, NUMBER, RIDER, ROLE = (
    "team",
    "short name",
    "colour",
    "pattern",
    "number",
    "rider",
    "role",
)


class RosterColumn(msgspec.Struct, frozen=True):
    """A column: its heading in an export, a sentence on what it holds, with the values in it, and
    its other headings (without accents).
    """

    name: str
    sentence: str | Promise
    also: tuple[str, ...]
    needed: bool = False
    values: Callable[[], dict[str, object]] = dict

    @property
    def holds(self) -> str:
        return str(self.sentence) % self.values()


def _palette() -> str:
    return ", ".join(colours.PALETTE.values()).lower()


def _patterns() -> str:
    return ", ".join(label.lower() for label in Pattern.labels)


def _longest(model: type[Team | Rider]) -> int | None:
    return model._meta.get_field("name").max_length


COLUMNS: tuple[RosterColumn, ...] = (
    RosterColumn(
        TEAM,
        gettext_lazy(
            "The team's name, up to %(longest)s characters, in every row. Rows of one name are one"
            " team."
        ),
        (
            "team name",
            "teamname",
            "equipe",
            "equipo",
            "equip",
            "squadra",
            "mannschaft",
            "ploeg",
            "formation",
            "nom de l'equipe",
        ),
        needed=True,
        values=lambda: {"longest": _longest(Team)},
    ),
    RosterColumn(
        SHORT_NAME,
        gettext_lazy("Up to 4 characters, for narrow tables; every team has its own."),
        (
            "short",
            "shortname",
            "abbreviation",
            "abbr",
            "abbrev",
            "code",
            "team code",
            "sigle",
            "abrege",
            "siglas",
            "sigla",
            "kurzel",
            "kuerzel",
        ),
    ),
    RosterColumn(
        COLOUR,
        gettext_lazy("A colour like #1f5fb2, or one of: %(colours)s."),
        (
            "color",
            "couleur",
            "colore",
            "farbe",
            "kleur",
            "cor",
            "colour of the team",
            "team colour",
            "team color",
        ),
        values=lambda: {"colours": _palette()},
    ),
    RosterColumn(
        PATTERN,
        gettext_lazy("One of: %(patterns)s."),
        (
            "jersey",
            "jersey pattern",
            "design",
            "motif",
            "maillot",
            "patron",
            "diseno",
            "muster",
            "patroon",
            "disegno",
        ),
        values=lambda: {"patterns": _patterns()},
    ),
    RosterColumn(
        NUMBER,
        gettext_lazy("1 to 6; in a team every number once."),
        (
            "no",
            "nr",
            "num",
            "n",
            "#",
            "dorsal",
            "dossard",
            "bib",
            "bib number",
            "rider number",
            "numero",
            "nummer",
            "startnummer",
        ),
        needed=True,
    ),
    RosterColumn(
        RIDER,
        gettext_lazy("The rider's name, up to %(longest)s characters."),
        (
            *(
                "name",
                "rider name",
                "full name",
                "nom",
                "nombre",
                "nome",
                "coureur",
                "corredor",
                "corridore",
                "ciclista",
                "fahrer",
            ),
            *("renner", "cyclist", "cycliste", "rider's name", "riders"),
        ),
        needed=True,
        values=lambda: {"longest": _longest(Rider)},
    ),
    RosterColumn(
        ROLE,
        gettext_lazy(
            "Climber, sprinter, rouleur, flat domestique, mountain domestique or lanterne rouge;"
            " in a team every role once."
        ),
        (
            "rol",
            "ruolo",
            "rolle",
            "speciality",
            "specialty",
            "specialite",
            "type",
            "kind",
            "function",
            "fonction",
            "funcion",
            "papel",
        ),
    ),
)
HEADINGS: dict[str, str] = {
    word: column.name for column in COLUMNS for word in (column.name, *column.also)
}


def synonyms(*lines: str) -> dict[str, str]:
    """Map what people write to what is stored, from lines like "climber: leader | grimpeur"."""
    values: dict[str, str] = {}
    for value, also in (line.split(": ") for line in lines):
        for word in (value.replace("_", " "), *also.split(" | ")):
            values[plain_text(word)] = value
    return values


ROLE_WORDS = synonyms(
    "climber: leader | captain | grimpeur | escalador | scalatore | kletterer | bergfahrer |"
    " klimmer",
    "sprinter: sprinteur | sprinteuse | velocista | esprinter | sprintster",
    "rouleur: rodador | passista | roller | tempofahrer | rolador | tempobeul",
    "flat_domestique: flat helper | domestique flat | domestique de plaine | equipier de plaine |"
    " gregario de llano | gregario di pianura | wassertrager flach | helfer flach",
    "mountain_domestique: mountain helper | domestique mountain | climbing domestique | domestique"
    " de montagne | equipier de montagne | gregario de montana | gregario di montagna | berghelfer"
    " | helfer berg",
    "lanterne_rouge: red lantern | farolillo rojo | lanterna rossa | rote laterne | rode lantaarn |"
    " maglia nera | no role",
)
PATTERN_WORDS = synonyms(
    "plain: solid | uni | liso | unito | einfarbig | effen",
    "hoops: hoop | bands | horizontal stripes | bandes | franjas | querstreifen | rayures"
    " horizontales",
    "sash: diagonal | banda | fascia | echarpe | scharpe",
    "halves: half | halved | moities | mitades | meta | halften",
    "chevron: chevrons | v | winkel | galon",
    "sleeves: sleeve | manches | mangas | maniche | armel | mouwen",
    "stripes: stripe | striped | vertical stripes | rayures | rayas | righe | streifen | strepen",
    "checks: check | checked | chequered | checkered | checkerboard | damier | cuadros | scacchi |"
    " kariert | ruiten",
)


class CellRefused(ValueError):
    """The content of a cell cannot be understood; the message says why and what is accepted."""


def heading(text: str) -> str | None:
    """Return the column that a heading means: "Équipe" is the team, "nº" the number."""
    return HEADINGS.get(plain_text(text.replace("°", "o")).replace("_", " ").strip(" .:*"))


def role_word(role: str) -> str:
    """Return a role in a word or two, for exports and the dry run."""
    return role_words(role).capitalize()


def read_role(text: str) -> str:
    word = plain_text(text).replace("_", " ").replace("-", " ")
    if role := ROLE_WORDS.get(word) or ROLE_WORDS.get(word.partition(",")[0]):
        return role
    near = find_near_value(word, ROLE_WORDS, role_word)
    sentence = (
        _("“%(text)s” is no role. Did you mean %(near)s? Roles are: %(roles)s.")
        if near
        else _("“%(text)s” is no role. Roles are: %(roles)s.")
    )
    raise CellRefused(
        sentence % {"text": shorten(text), "near": near, "roles": join_accepted(Role.values)}
    )


def read_pattern(text: str) -> str:
    word = plain_text(text)
    if pattern := PATTERN_WORDS.get(word):
        return pattern
    near = find_near_value(word, PATTERN_WORDS, str.capitalize)
    sentence = (
        _("“%(text)s” is no pattern. Did you mean %(near)s? Patterns are: %(patterns)s.")
        if near
        else _("“%(text)s” is no pattern. Patterns are: %(patterns)s.")
    )
    raise CellRefused(
        sentence % {"text": shorten(text), "near": near, "patterns": join_accepted(Pattern.values)}
    )


def read_colour(text: str) -> str:
    if colour := colours.read_colour(text):
        return colour
    raise CellRefused(
        _("“%(text)s” is no colour. Write it like #1f5fb2, or one of: %(colours)s.")
        % {"text": shorten(text), "colours": _palette()}
    )


def read_number(text: str) -> int:
    # A spreadsheet writes 3 as 3.0 or 3,0.
    if match := re.fullmatch(r"0*([1-6])([.,]0+)?", text.strip(), re.ASCII):
        return int(match[1])
    raise CellRefused(_("“%(text)s” is no rider's number: 1 to 6.") % {"text": shorten(text)})


def read_name(text: str, longest: int) -> str:
    try:
        name = tidy_or_refuse(text)
    except NameRefused as refused:
        raise CellRefused(str(refused)) from None
    if len(name) > longest:
        raise CellRefused(
            _("“%(text)s” is too long: %(length)s characters of at most %(longest)s.")
            % {"text": shorten(name), "length": len(name), "longest": longest}
        )
    return name


def shorten(text: str) -> str:
    return text if len(text) <= 30 else f"{text[:29]}…"


def join_accepted(values: list[str]) -> str:
    return ", ".join(role_word(value).lower() for value in values)


def find_near_value(word: str, accepted: Mapping[str, str], describe: Callable[[str], str]) -> str:
    """Return the accepted value that is likely meant, as it is written; "" if none is near."""
    near = get_close_matches(word[:40], accepted, n=1, cutoff=0.75)
    return describe(accepted[near[0]]).lower() if near else ""
