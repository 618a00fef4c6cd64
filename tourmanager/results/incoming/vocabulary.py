"""What people write in the cells of result lists, in a few languages: statuses, categories, kinds and types of stages."""

from typing import Literal

Status = Literal["", "dnf", "dns", "otl", "dsq"]


def known(*lines: str) -> dict[str, str]:
    """Word by word what is meant, from lines like "dnf: ab, abandon"; words are small, without accents and punctuation."""
    found: dict[str, str] = {}
    for meant, words in (line.split(":") for line in lines):
        for word in words.split(","):
            found[word.strip()] = meant
    return found


STATUSES = known(
    "dnf: dnf, ab, abd, aban, abandon, abandoned, abandonne, abandono, abbandono, ritirato, rit, ret, rtd, retired, retirado, aufgegeben",
    "dnf: auf, aufgabe, opgave, did not finish, not finished, nf",
    "dns: dns, np, ns, nc, npa, non partant, non partante, non partito, no tomo la salida, no sale, nicht gestartet, niet gestart",
    "dns: did not start",
    "otl: otl, hd, ht, fc, ft, hors delais, hors delai, outside the time limit, outside time limit, over time limit, out of time",
    "otl: fuera de control, fuori tempo, karenz, kontrollschluss, buiten tijd",
    "dsq: dsq, dq, dis, disq, dsg, disqualified, disqualifie, disqualifiee, descalificado, descalificada, squalificato, squalificata",
    "dsq: disqualifiziert, gediskwalificeerd, expulsado, expelled, exclu, excl, ejected",
    ": finished, fin, finisher, ok, classified, classe, finito, beendet, in race, arrived",
)
CATEGORIES = known(
    "hc: hc, h, hors, hors category, hors categorie, especial, e, esp, 0, ec, gpm hc",
    "first: 1, 1st, first, first category, 1 cat, 1ere, primera, prima, c1, cat 1",
    "second: 2, 2nd, second, second category, 2 cat, 2eme, segunda, seconda, c2, cat 2",
    "third: 3, 3rd, third, third category, 3 cat, 3eme, tercera, terza, c3, cat 3",
    "hill: 4, 4th, fourth, fourth category, hill, 4 cat, 4eme, cuarta, quarta, c4, cat 4",
    "climb: climb, pass, col, gpm, cote",
    "is: sprint, is, intermediate, intermediate sprint, sprint intermediaire, meta volante, tv, traguardo volante, zwischensprint",
    "bonus: bonus, bonus sprint, bonification, golden kilometre, golden kilometer",
    "finish: finish, arrivee, arrival, meta, arrivo, ziel, aankomst, finish line",
)
KINDS = known(
    "road: road, road race, road stage, rr, line, en ligne, ligne, ruta, in linea, linea, strasse, strassenrennen, weg, mass start",
    "itt: itt, tt, time trial, individual time trial, clm, cri, contre la montre, contre la montre individuel, crono, cronometro",
    "itt: contrarreloj, einzelzeitfahren, zeitfahren, ezf, tijdrit, prologue, prologo, prolog",
    "ttt: ttt, team time trial, cre, clm par equipes, contre la montre par equipes, cronosquadre, crono por equipos",
    "ttt: contrarreloj por equipos, mannschaftszeitfahren, mzf, ploegentijdrit",
)
TYPES = known(
    "flat: flat, plain, plat, plaine, llano, llana, pianura, pianeggiante, flach, vlak, sprint",
    "low: low, low mountain, hilly, hills, accidente, vallonne, ondulado, ondulata, mossa, hugelig, heuvelachtig, rolling",
    "medium: medium, medium mountain, media montana, moyenne montagne, media montagna, mittelgebirge",
    "high: high, mountain, mountains, high mountain, montagne, haute montagne, montana, alta montana, montagna, alta montagna",
    "high: hochgebirge, gebirge, berg, bergen",
)
