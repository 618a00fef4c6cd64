"""Who may what with a tour's scoring."""

from tourmanager.tours.access import TOUR
from tourmanager.web.access import ANYONE, DIRECTOR, Page

PAGES = {
    "schemes:scoring": Page(TOUR, look=ANYONE),
    "schemes:file": Page(TOUR, look=ANYONE),
    "schemes:change": Page(TOUR, look=DIRECTOR, send=DIRECTOR),
    "schemes:marks": Page(TOUR, look=DIRECTOR, send=DIRECTOR),
}
