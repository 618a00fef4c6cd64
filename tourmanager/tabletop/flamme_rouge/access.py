"""Control access to the pages that only this game has."""

from typing import Any

from django.http import HttpRequest

from tourmanager.results.access import STAGE
from tourmanager.tabletop.flamme_rouge.models import Design
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import KEY
from tourmanager.tours.access import TOUR, OwnDraft
from tourmanager.web.access import ANYONE, OWNER, SIGNED_IN, GameAccess, OwnThing, Page


class OwnDesign(OwnThing[Design]):
    """A stage that the user has laid of tiles."""

    words = "designed stage"

    def __init__(self, *, deleted: bool = False) -> None:
        self.deleted = deleted  # whether deleted ones are found too

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Design | None:
        rows = Design.objects.filter(pk=address.pop("pk"), owner=request.user.pk)
        return (rows if self.deleted else rows.filter(deleted_at=None)).first()


DESIGN, DELETED, DRAFT = OwnDesign(), OwnDesign(deleted=True), OwnDraft(KEY)


class FlammeRougeAccess(GameAccess):
    pages = {
        "flamme_rouge:draft": Page(DRAFT, look=OWNER, send=OWNER),
        "flamme_rouge:old_begin": Page(look=ANYONE, send=ANYONE, note="leads to tours:begin"),
        "flamme_rouge:old_draft": Page(
            look=ANYONE, send=ANYONE, note="leads to flamme_rouge:draft"
        ),
        "flamme_rouge:old_repeat": Page(
            TOUR, look=ANYONE, send=ANYONE, note="leads to tours:duplicate"
        ),
        "flamme_rouge:stage_road": Page(STAGE, look=ANYONE),
        "flamme_rouge:designs": Page(look=SIGNED_IN),
        "flamme_rouge:new_design": Page(look=SIGNED_IN, send=SIGNED_IN),
        "flamme_rouge:edit_design": Page(DESIGN, look=OWNER, send=OWNER),
        "flamme_rouge:copy_design": Page(DESIGN, send=OWNER),
        "flamme_rouge:delete_design": Page(DELETED, send=OWNER),
        "flamme_rouge:restore_design": Page(DELETED, send=OWNER),
        "flamme_rouge:design": Page(
            look=ANYONE, send=SIGNED_IN, note="the code in the address is the stage itself"
        ),
    }
