"""The columns of a table of results: what they are called, in English and in a few other languages, and what stands in them."""

import re
from typing import NamedTuple

from tourmanager.riders.names import plain

STAGE, PLACE, RIDER, TEAM, NUMBER, TIME, GAP = "stage", "place", "rider", "team", "number", "time", "gap"
BONUS, PENALTY, REASON, STATUS, POINTS, LINE = "bonus", "penalty", "reason", "status", "points", "line"
CATEGORY, CLASSIFICATION, KIND, TYPE, MARK = "category", "classification", "kind", "type", "mark"
AFTER, GIVEN_NAME, IGNORED = "after stage", "first name", "ignored"


class Column(NamedTuple):
    """One column: its usual heading, what it holds, and what else it may be called (small letters, without accents)."""

    name: str
    holds: str
    also: str


COLUMNS = (
    Column(
        STAGE,
        "1, 2, 3a … Not needed where a file holds one stage: its number may stand in the name of the file.",
        "stage number|stage no|day|etape|etapa|tappa|etappe|rit|rit nr|no etape",
    ),
    Column(
        PLACE,
        "The place, or a status: DNF, OTL, DSQ, DNS and what other languages say for them.",
        "rank|position|pos|pl|plc|rk|rnk|classement|clt|cl|rang|puesto|clasificacion|posizione|posto|piazzamento|platz|plaats|finish|order",
    ),
    Column(
        RIDER,
        "The name. Capitals, accents and hyphens do not matter, nor whether the family name comes first.",
        "name|rider name|full name|cyclist|athlete|nom|nom prenom|nom et prenom|coureur|coureuse|cycliste|nombre|corredor|"
        "corredora|ciclista|nome|cognome nome|atleta|corridore|fahrer|fahrerin|renner|renster|sportler|surname|last name|"
        "family name|cognome|apellido|apellidos|nachname|nom de famille",
    ),
    Column(GIVEN_NAME, "Where it has a column of its own.", "given name|forename|prenom|prenome|vorname|voornaam|nombre de pila|firstname"),
    Column(
        TEAM,
        "The team; a race that is new here needs it once for every rider.",
        "team name|squad|equipe|formation|equipo|squadra|formazione|mannschaft|ploeg|club|groupe|gs",
    ),
    Column(
        NUMBER,
        "The bib number, or the rider's code in a tour that is here already (b4).",
        "bib|bib number|no|nr|n|#|num|dossard|dos|dorsal|numero|pettorale|dors|startnummer|rugnummer|stnr|rider number|code",
    ),
    Column(
        TIME,
        "The time without bonus and penalty: 3:12:45, 12'34'', 1 h 02' 03'', 12:34.56, seconds; +0:12 and s.t. behind the first.",
        "times|temps|tiempo|tempo|zeit|tijd|time s|seconds|finish time|stage time|temps total|result",
    ),
    Column(
        GAP,
        "Behind the first, where it has a column of its own.",
        "gaps|diff|difference|behind|time behind|ecart|ecarts|retard|diferencia|dif|distacco|distacchi|abstand|ruckstand|achterstand",
    ),
    Column(
        BONUS,
        "Seconds given on this stage in all. A blank leaves it to the scheme, 0 is none.",
        "bonuses|bonification|bonifications|bonificacion|abbuono|abbuoni|bonifikation|zeitgutschrift|bonificatie|time bonus|bonus seconds|"
        "bonif|b",
    ),
    Column(
        PENALTY,
        "Seconds taken.",
        "penalties|penalite|penalites|penalizacion|penalita|penalizzazione|strafe|zeitstrafe|straf|time penalty|penalty seconds|pen|p",
    ),
    Column(REASON, "Of the penalty.", "motif|motivo|grund|reden|why|raison|remark|remarks|comment"),
    Column(
        STATUS,
        "DNF, OTL, DSQ, DNS; finished or nothing for who finished.",
        "state|statut|estado|stato|irm|remarque|observation|note",
    ),
    Column(
        POINTS,
        "Points won: at the finish in a table of arrivals, at a line in a table of awards.",
        "point|pts|pt|puntos|punti|punkte|punten|score",
    ),
    Column(
        LINE,
        "Which sprint or climb the points were won at: any name. Without it the rows are told apart by the winners.",
        "sprint|climb|sprint name|climb name|col|cote|lieu|location|where|puerto|salita|gpm|bergwertung|wertung|meta volante|line name|km|"
        "point of passage",
    ),
    Column(
        CATEGORY,
        "Of a climb: HC, 1, 2, 3, 4; of a sprint: sprint or bonus.",
        "cat|categorie|categoria|kategorie|category of the climb",
    ),
    Column(
        CLASSIFICATION,
        "Points (or sprints) or mountains, where the name of the file does not say it.",
        "ranking|classification name|jersey|wertungsart|clasificacion de|award|table",
    ),
    Column(KIND, "Road, ITT or TTT.", "stage kind|genre|discipline|race kind|art|format"),
    Column(TYPE, "Flat, hilly, medium or mountain.", "stage type|profile|profil|perfil|profilo|terrain|tipo|typ|parcours"),
    Column(
        MARK,
        "For a table of riders: youth, where they are eligible for that classification.",
        "marks|youth|eligible|young|jeune|joven|u23|u25",
    ),
    Column(
        IGNORED,
        "Date, year, nation, age and the like may stand there and are not read.",
        "year|annee|ano|anno|jahr|jaar|date|datum|fecha|data|nation|nat|nationality|country|ioc|noc|uci id|uciid|uci code|uci|age|speed|"
        "avg|vitesse|distance|id|gender|birth|born|license|licence|uci points|pnt|h2h|specialty|race|edition",
    ),
)
DOCUMENTED = tuple(column for column in COLUMNS if column.name != IGNORED)
_HEADINGS = {word: column.name for column in COLUMNS for word in (column.name, *column.also.split("|"))} | dict.fromkeys(
    ("after stage", "after", "apres etape", "nach etappe", "tras etapa", "dopo tappa"), AFTER
)
_UNIT = re.compile(r"[ (\[]+(?:s|sec|secs|seconds|secondes|in seconds|hh ?:? ?mm ?:? ?ss|h ?:? ?mm ?:? ?ss|pts)[)\]]*$")
_AT = re.compile(r"(?:place|rank|rang|pos|position) at (?:that |the )?(?P<where>.+)")


def heading(text: str) -> str | None:
    """The column that a heading means: "Étape" is the stage, "time_s" the time. None where it means nothing here."""
    words = " ".join(re.sub(r"[_\-./:*]+", " ", plain(text.replace("°", "o").replace("º", "o"))).split())
    if _AT.fullmatch(words):
        return PLACE
    return _HEADINGS.get(words) or _HEADINGS.get(_UNIT.sub("", words))


def said_of_place(text: str) -> str:
    """What a heading such as "place_at_that_climb" says beside: "climb"."""
    found = _AT.fullmatch(plain(text.replace("_", " ")))
    return found["where"] if found else ""
