"""List the columns of a table of results: their names, in English and a few other languages, and
what they hold.
"""

import re
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tourmanager.riders.names import plain_text

STAGE, PLACE, RIDER, TEAM, NUMBER, TIME, GAP = (
    "stage",
    "place",
    "rider",
    "team",
    "number",
    "time",
    "gap",
)
BONUS, PENALTY, REASON, STATUS, POINTS, LINE = (
    "bonus",
    "penalty",
    "reason",
    "status",
    "points",
    "line",
)
CATEGORY, CLASSIFICATION, KIND, TYPE, MARK = "category", "classification", "kind", "type", "mark"
AFTER, GIVEN_NAME, IGNORED = "after stage", "first name", "ignored"


class ResultColumn(NamedTuple):
    """One column: its usual heading, what it holds, and its other names (small letters, without
    accents).
    """

    name: str
    holds: str | Promise
    also: str


COLUMNS = (
    ResultColumn(
        STAGE,
        _(
            "1, 2, 3a … Not needed where a file holds one stage: its number may stand in the name"
            " of the file."
        ),
        "stages|stage number|stage no|day|etape|etapa|tappa|etappe|rit|rit nr|no etape",
    ),
    ResultColumn(
        PLACE,
        _("The place, or a status: DNF, OTL, DSQ, DNS and what other languages say for them."),
        "rank|position|pos|pl|plc|rk|rnk|classement|clt|cl|rang|puesto|clasificacion|posizione|posto|piazzamento|platz|plaats|finish|order",
    ),
    ResultColumn(
        RIDER,
        _(
            "The name. Capitals, accents and hyphens do not matter, nor whether the family name"
            " comes first."
        ),
        "name|rider name|full name|cyclist|athlete|nom|nom prenom|nom et"
        " prenom|coureur|coureuse|cycliste|nombre|corredor|corredora|ciclista|nome|cognome"
        " nome|atleta|corridore|fahrer|fahrerin|renner|renster|sportler|surname|last name|family"
        " name|cognome|apellido|apellidos|nachname|nom de famille",
    ),
    ResultColumn(
        GIVEN_NAME,
        _("Where it has a column of its own."),
        "given name|forename|prenom|prenome|vorname|voornaam|nombre de pila|firstname",
    ),
    ResultColumn(
        TEAM,
        _("The team; a race that is new here needs it once for every rider."),
        "team name|squad|equipe|formation|equipo|squadra|formazione|mannschaft|ploeg|club"
        "|groupe|gs",
    ),
    ResultColumn(
        NUMBER,
        _("The bib number, or the rider's code in a tour that is here already (b4)."),
        "bib|bib"
        " number|no|nr|n|#|num|dossard|dos|dorsal|numero|pettorale|dors|startnummer|rugnummer"
        "|stnr|rider"
        " number|rider no|rider nr|race number|code",
    ),
    ResultColumn(
        TIME,
        _(
            "The time without bonus and penalty: 3:12:45, 12'34'', 1 h 02' 03'', 12:34.56, seconds;"
            " +0:12 and s.t. behind the first."
        ),
        "times|temps|tiempo|tempo|zeit|tijd|time s|seconds|finish time|stage time|temps"
        " total|result",
    ),
    ResultColumn(
        GAP,
        _("Behind the first, where it has a column of its own."),
        "gaps|diff|difference|behind|time"
        " behind|ecart|ecarts|retard|diferencia|dif|distacco|distacchi|abstand|ruckstand"
        "|achterstand",
    ),
    ResultColumn(
        BONUS,
        _(
            "Seconds given on this stage in all, also printed as 10'. A blank leaves it to the"
            " scheme, 0 is none."
        ),
        "bonuses|bonification|bonifications|bonificacion|abbuono|abbuoni|bonifikation|zeitgutschrift|bonificatie|time"
        " bonus|bonus seconds|bonif|b",
    ),
    ResultColumn(
        PENALTY,
        _("Seconds taken."),
        "penalties|penalite|penalites|penalizacion|penalita|penalizzazione|strafe|zeitstrafe|straf|time"
        " penalty|penalty seconds|pen|p",
    ),
    ResultColumn(
        REASON,
        _("Of the penalty."),
        "motif|motivo|grund|reden|why|raison|remark|remarks|comment",
    ),
    ResultColumn(
        STATUS,
        _("DNF, OTL, DSQ, DNS; finished or nothing for who finished."),
        "state|statut|estado|stato|irm|remarque|observation|note",
    ),
    ResultColumn(
        POINTS,
        _("Points won: at the finish in a table of arrivals, at a line in a table of awards."),
        "point|pts|pt|puntos|punti|punkte|punten|score",
    ),
    ResultColumn(
        LINE,
        _(
            "Which sprint or climb the points were won at: any name. Without it the rows are told"
            " apart by the winners."
        ),
        "sprint|climb|sprint name|climb"
        " name|col|cote|lieu|location|where|puerto|salita|gpm|bergwertung|wertung|meta volante|line"
        " name|km|point of passage",
    ),
    ResultColumn(
        CATEGORY,
        _("Of a climb: HC, 1, 2, 3, 4; of a sprint: sprint or bonus."),
        "cat|categorie|categoria|kategorie|category of the climb",
    ),
    ResultColumn(
        CLASSIFICATION,
        _(
            "Stage, points (or sprints), mountains, combativity: where one file holds several of"
            " them."
        ),
        "ranking|ranking type|type of ranking|ranking name|classification type|classification name|"
        "jersey|wertungsart|clasificacion de|award|awards|table",
    ),
    ResultColumn(KIND, _("Road, ITT or TTT."), "stage kind|genre|discipline|race kind|art|format"),
    ResultColumn(
        TYPE,
        _("Flat, hilly, medium or mountain."),
        "stage type|profile|profil|perfil|profilo|terrain|tipo|typ|parcours",
    ),
    ResultColumn(
        MARK,
        _(
            "For riders: youth, or another mark that the scheme knows. Under the heading youth also"
            " yes."
        ),
        "marks|youth|eligible|young|jeune|joven|u23|u25",
    ),
    ResultColumn(
        IGNORED,
        _("Date, year, nation, age and the like may stand there and are not read."),
        "year|annee|ano|anno|jahr|jaar|date|datum|fecha|data|nation|nat|nationality|country|ioc|noc|uci"
        " id|uciid|uci"
        " code|uci|age|speed|avg|vitesse|distance|id|gender|birth|born|license|licence|uci"
        " points|pnt|h2h|specialty|race|edition",
    ),
)
DOCUMENTED = tuple(column for column in COLUMNS if column.name != IGNORED)
_HEADINGS = {
    word: column.name for column in COLUMNS for word in (column.name, *column.also.split("|"))
} | dict.fromkeys(
    ("after stage", "after", "apres etape", "nach etappe", "tras etapa", "dopo tappa"), AFTER
)
_UNIT = re.compile(
    r"[ (\[]+(?:s|sec|secs|seconds|secondes|in seconds|hh ?:? ?mm ?:? ?ss|h ?:? ?mm ?:?"
    r" ?ss|pts)[)\]]*$"
)
_PLACE_AT = re.compile(r"(?:place|rank|rang|pos|position) at (?:that |the )?(?P<where>.+)")


def heading(text: str) -> str | None:
    """Return the column that a heading names, None if it names none here.

    "Étape" is the stage, "time_s" the time.
    """
    words = " ".join(
        re.sub(r"[_\-./:*]+", " ", plain_text(text.replace("°", "o").replace("º", "o"))).split()
    )
    if _PLACE_AT.fullmatch(words):
        return PLACE
    return _HEADINGS.get(words) or _HEADINGS.get(_UNIT.sub("", words))


def line_in_heading(text: str) -> str:
    """Return the kind of line in a heading such as "place_at_that_climb": "climb"."""
    match = _PLACE_AT.fullmatch(plain_text(text.replace("_", " ")))
    return match["where"] if match else ""
