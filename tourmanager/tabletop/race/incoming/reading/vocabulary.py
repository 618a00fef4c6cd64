"""Hold the words that people write in the cells of result lists, in a few languages: statuses,
categories, kinds and types of stages.
"""

import re
from typing import Literal

from tourmanager.riders.names import plain_text

Status = Literal["", "dnf", "dns", "otl", "dsq"]


def _meanings(*lines: str) -> dict[str, str]:
    """Return the meaning of each word, from lines like "dnf: ab, abandon".

    Words are normalised: small, without accents and punctuation.
    """
    meanings: dict[str, str] = {}
    for meaning, words in (line.split(":") for line in lines):
        for word in words.split(","):
            meanings[word.strip()] = meaning
    return meanings


def normalise(text: str) -> str:
    """Return the text of a cell in small letters, without accents and punctuation, with single
    spaces.
    """
    return " ".join(re.sub(r"[.\-_/*()]+", " ", plain_text(text)).split())


STATUSES = _meanings(
    "dnf: dnf, ab, abd, aban, abandon, abandoned, abandonne, abandono, abbandono, ritirato, rit,"
    " ret, rtd, retired, retirado, aufgegeben",
    "dnf: auf, aufgabe, opgave, did not finish, not finished, nf",
    "dns: dns, np, ns, nc, npa, non partant, non partante, non partito, no tomo la salida, no sale,"
    " nicht gestartet, niet gestart",
    "dns: did not start",
    "otl: otl, hd, ht, fc, ft, hors delais, hors delai, outside the time limit, outside time limit,"
    " over time limit, out of time",
    "otl: fuera de control, fuori tempo, karenz, kontrollschluss, buiten tijd",
    "dsq: dsq, dq, dis, disq, dsg, disqualified, disqualifie, disqualifiee, descalificado,"
    " descalificada, squalificato, squalificata",
    "dsq: disqualifiziert, gediskwalificeerd, expulsado, expelled, exclu, excl, ejected",
    ": finished, fin, finisher, ok, classified, classe, finito, beendet, in race, arrived",
)
CATEGORIES = _meanings(
    "hc: hc, h, hors, hors category, hors categorie, especial, e, esp, 0, ec, gpm hc",
    "first: 1, 1st, first, first category, 1 cat, 1ere, primera, prima, c1, cat 1",
    "second: 2, 2nd, second, second category, 2 cat, 2eme, segunda, seconda, c2, cat 2",
    "third: 3, 3rd, third, third category, 3 cat, 3eme, tercera, terza, c3, cat 3",
    "hill: 4, 4th, fourth, fourth category, hill, 4 cat, 4eme, cuarta, quarta, c4, cat 4",
    "climb: climb, pass, col, gpm, cote",
    "is: sprint, is, intermediate, intermediate sprint, sprint intermediaire, meta volante, tv,"
    " traguardo volante, zwischensprint",
    "bonus: bonus, bonus sprint, bonification, golden kilometre, golden kilometer",
    "finish: finish, arrivee, arrival, meta, arrivo, ziel, aankomst, finish line",
)
KINDS = _meanings(
    "road: road, road race, road stage, rr, line, en ligne, ligne, ruta, in linea, linea, strasse,"
    " strassenrennen, weg, mass start",
    "itt: itt, tt, time trial, individual time trial, clm, cri, contre la montre, contre la montre"
    " individuel, crono, cronometro",
    "itt: contrarreloj, einzelzeitfahren, zeitfahren, ezf, tijdrit, prologue, prologo, prolog",
    "ttt: ttt, team time trial, cre, clm par equipes, contre la montre par equipes, cronosquadre,"
    " crono por equipos",
    "ttt: contrarreloj por equipos, mannschaftszeitfahren, mzf, ploegentijdrit",
)
TYPES = _meanings(
    "flat: flat, plain, plat, plaine, llano, llana, pianura, pianeggiante, flach, vlak, sprint",
    "low: low, low mountain, hilly, hills, accidente, vallonne, ondulado, ondulata, mossa, hugelig,"
    " heuvelachtig, rolling",
    "medium: medium, medium mountain, media montana, moyenne montagne, media montagna,"
    " mittelgebirge",
    "high: high, mountain, mountains, high mountain, montagne, haute montagne, montana, alta"
    " montana, montagna, alta montagna",
    "high: hochgebirge, gebirge, berg, bergen",
)
# Words of a column of ranking types, with the codes of letour.fr. Classifications after a stage are
# computed here, so they are not read.
RANKINGS = _meanings(
    "arrivals: stage, stage result, stage results, result, results, individual, time, times",
    "arrivals: finish, arrival, etape, etapa, tappa, etappe, ite",
    "sprints: points, point, sprint, sprints, points classification, regularity, regularidad",
    "sprints: puntos, punti, punkte, punten, green, vert, ipe",
    "climbs: mountain, mountains, climb, climbs, climber, kom, qom, montagne, montana, montagna",
    "climbs: berg, bergwertung, gpm, polka dot, ime",
    "awards: combativity, combativite, combatif, combative, most combative, most combative rider,"
    " super combative, combatividad",
    "awards: combattivita, combativo, kampfpreis, strijdlust, most aggressive, most aggressive"
    " rider, fighting spirit, ice",
    "unused: general, general classification, overall, gc, gesamt, generale, classement general,"
    " team, teams, equipes, ete, etg",
    "unused: youth, young, young rider, young riders, best young rider, jeunes, ije, ijg, itg, ipg,"
    " img, icg",
)
# name of an award whose file names none, or names it in one of the words above
AWARD = "Combativity"
AWARDS = [word for word, meaning in RANKINGS.items() if meaning == "awards"]

# Words of a column of marks. Other marks are those of the scheme.
YOUTH = frozenset(
    "youth young jeune jeunes joven jovenes giovane giovani nachwuchs jongere jongeren white blanc"
    " u23 u25".split()
) | {
    "young rider",
    "best young rider",
    "under 23",
    "under 25",
    "u 23",
    "u 25",
}
YES = frozenset("1 x y yes true oui si ja j s o".split())
NO = frozenset("0 n no non nein nee false".split()) | {"", "-", "–", "—", "--", "---"}
