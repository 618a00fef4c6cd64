"""The page of the end of a stage: shown to the director after End stage, and open to everybody."""

import secrets

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tourmanager.classifications.reading import TourSnapshot
from tourmanager.classifications.stage_end.page import onward_of, stage_end
from tourmanager.classifications.views import answer_after, render_page
from tourmanager.results.stage_page.contract import own_page_of
from tourmanager.tours.models import REST, Stage
from tourmanager.web.guard import page
from tourmanager.web.requests import HtmxRequest


@page("classifications:stage_end")
def show_stage_end(request: HtmxRequest, stage: Stage) -> HttpResponse:
    """Show who won the stage, took jerseys and points, and what was special about it; before it has
    ended redirect to the stage.
    """
    if stage.kind == REST or stage.state != Stage.State.ENDED:
        words = (
            _("This is a rest day: nobody raced.")
            if stage.kind == REST
            else _("%(stage)s has not ended. This is how it stands.") % {"stage": stage}
        )
        messages.info(request, words)
        return redirect(stage)

    def shown(request: HtmxRequest, race: TourSnapshot) -> HttpResponse:
        onward = onward_of(
            race, directed=stage.tour.directed, on_table=own_page_of(stage.tour.game) is None
        )
        return render_page(
            request,
            race,
            "stage_end",
            tab="stage",
            key="stage",
            stage=stage,
            end=stage_end(race, stage),
            onward=onward,
            token=secrets.token_hex(12),
        )

    # it offers directors more than others, so nothing of it is shared
    return answer_after(request, stage.tour, str(stage.number), shown)
