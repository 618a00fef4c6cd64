"""Who may what on the pages that only races have."""

from tourmanager.web.access import ANYONE, GameAccess, Page


class RaceAccess(GameAccess):
    pages = {"race:old_begin": Page(look=ANYONE, send=ANYONE, note="leads to tours:begin")}
