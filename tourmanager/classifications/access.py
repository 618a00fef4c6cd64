"""Who may what with classifications: they are everybody's to look at."""

from tourmanager.results.access import STAGE
from tourmanager.tours.access import TOUR
from tourmanager.web.access import ANYONE, DIRECTOR, Page

PAGES = {
    f"classifications:{name}": Page(TOUR, look=ANYONE)
    for name in (
        "all",
        "one",
        "sheet",
        "points_sheet",
        "explain",
        "manager_points",
        "jerseys",
        "possible",
        "strip",
        "open_line",
        "final",
    )
} | {
    "classifications:stage_end": Page(STAGE, look=ANYONE),
    "classifications:confirm": Page(
        STAGE,
        look=DIRECTOR,
        send=DIRECTOR,
        note="who entered something in the stage cannot confirm it",
    ),
}
