"""Control access to stages and their results."""

from functools import cache
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tourmanager.backups.models import Epoch, current_epoch
from tourmanager.results.stage_page.stopping import ACCOUNT, is_other_account, stop_page
from tourmanager.riders.access import is_staff
from tourmanager.tabletop.registry import room
from tourmanager.tours.access import TOUR, KeptTour
from tourmanager.tours.models import Director, Stage, Tour
from tourmanager.web.access import ANYONE, DIRECTOR, SIGNED_IN, STAFF, Page, Role, Subject

WRITING = _("Only a director of this tour can write in it. You may still look.")


def stage_of(request: HttpRequest, slug: str, **lookup: Any) -> Stage:
    """Return the stage with its tour, whether the user directs it, and the epoch, in one query."""
    stages = _stages().filter(tour__slug=slug, **lookup)
    if request.user.is_authenticated:
        directors = Director.objects.filter(tour=OuterRef("tour"), user=request.user.pk)
        stages = stages.annotate(directed=Exists(directors))
    stage = get_object_or_404(stages)
    room(stage.tour.game)  # raises UnknownGame
    stage.tour.directed = bool(getattr(stage, "directed", False))
    return stage


@cache
def _stages() -> QuerySet[Stage]:
    """Return the query for stages with tour and epoch; it is asked every second, and made once."""
    epoch = Subquery(Epoch.objects.values("name")[:1])
    return Stage.objects.select_related("tour").filter(tour__erased_at=None).annotate(epoch=epoch)


def epoch_of(stage: Stage) -> str:
    """Return the database's epoch, as it was when `stage_of` read the stage."""
    return getattr(stage, "epoch", "") or current_epoch()


class TourStage(Subject[Stage]):
    """A stage by its number: the view gets it, and `stage.tour.directed`."""

    words = "stage"
    roles = ANYONE | SIGNED_IN | DIRECTOR
    refusal = WRITING

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Stage:
        return stage_of(request, address.pop("slug"), number=address.pop("number"))

    def has_role(self, request: HttpRequest, thing: Stage, role: Role) -> bool:
        return thing.tour.directed if role is DIRECTOR else super().has_role(request, thing, role)

    def page_of(self, thing: Stage) -> str:
        return thing.get_absolute_url()


class WatchedTour(KeptTour):
    """A tour that staff look after, too."""

    roles = ANYONE | SIGNED_IN | DIRECTOR | STAFF
    refusal = _("Only directors of this tour and staff can see who did what in it.")

    def has_role(self, request: HttpRequest, thing: Tour, role: Role) -> bool:
        return is_staff(request.user) if role is STAFF else super().has_role(request, thing, role)


class TappedStage(TourStage):
    """The stage that a tap is for. A page of another account hears that before anything else."""

    def refuse(self, request: HttpRequest, thing: Stage, words: str | Promise) -> HttpResponse:
        if is_other_account(request, request.POST):
            return stop_page(request, ACCOUNT)
        raise PermissionDenied(words or self.refusal)


class LatestStage(TourStage):
    """The stage of a tour that is raced; the last one where the tour is over."""

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Stage:
        slug = address.pop("slug")
        is_begun = Q(state=Stage.State.ACTIVE) | Q(state=Stage.State.ENDED)
        stages = Stage.objects.filter(is_begun, tour__slug=slug, tour__erased_at=None)
        pk = stages.order_by("-number").values_list("pk", flat=True).first()
        return stage_of(request, slug, pk=pk)


STAGE = TourStage()
PAGES = {
    "results:import": Page(look=SIGNED_IN, send=SIGNED_IN),
    "results:export": Page(TOUR, look=DIRECTOR),
    "results:riders": Page(TOUR, look=ANYONE),
    "results:tour_history": Page(WatchedTour(), look=DIRECTOR | STAFF),
    "results:stage": Page(
        STAGE, look=ANYONE, note="the tokens of its log (part=tokens) are for directors"
    ),
    "results:record": Page(TappedStage(), send=DIRECTOR),
    "results:end": Page(STAGE, look=DIRECTOR, send=DIRECTOR),
    "results:reopen": Page(STAGE, send=DIRECTOR),
    "results:discard": Page(STAGE, send=DIRECTOR),
    "results:resume": Page(STAGE, send=DIRECTOR),
    "results:history": Page(STAGE, look=DIRECTOR),
    "results:official": Page(STAGE, send=DIRECTOR),
    "results:jury": Page(STAGE, look=DIRECTOR, send=DIRECTOR),
    "results:jury_rider": Page(STAGE, look=DIRECTOR, send=DIRECTOR),
    "results:amend": Page(STAGE, send=DIRECTOR),
}
