"""A draft and the hands that fill it in, as a browser would; shared by the tests of Start."""

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.factory import a_full_roster
from tests.tours.conftest import ada as ada
from tests.tours.conftest import client as client
from tourmanager.riders.models import Team
from tourmanager.tabletop.cycling_party.set_up.wizard import draft as drafts
from tourmanager.tabletop.cycling_party.set_up.wizard.draft import TourDraft
from tourmanager.tours.models import Draft

TOUR = {
    "name": "Lap of Honour",
    "players": "2",
    "riders": "5",
    "stage_count": "3",
    "character": "medium",
}
HTMX = {"HX-Request": "true"}


class Setup:
    """A draft and the hands that fill it in."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.teams = a_full_roster(4)
        client.post("/tours/new/cycling_party/")
        self.pk = Draft.objects.latest("pk").pk

    @property
    def draft(self) -> TourDraft:
        return drafts.read(Draft.objects.get(pk=self.pk))

    def url(self, step: str) -> str:
        return f"/tours/new/cycling_party/{self.pk}/{step}/"

    def get(self, step: str, query: str = "") -> HttpResponse:
        return self.client.get(self.url(step) + query)

    def post(self, step: str, **data: object) -> HttpResponse:
        return self.client.post(self.url(step), data)

    def keep(self, step: str, **data: object) -> HttpResponse:
        """As htmx sends the form while it changes."""
        return self.client.post(self.url(step), data, headers=HTMX)

    def to(self, step: str, **tour: str) -> "Setup":
        """Accepts everything before the step."""
        if step != "tour":
            self.post("tour", do="continue", **(TOUR | tour))
        if step in ("stages", "teams"):
            self.post("points", do="continue")
        if step == "teams":
            self.post("stages", do="continue")
        assert self.draft.step == step
        return self

    def open(self, number: int, **changes: object) -> dict[str, object]:
        """The fields of a stage's form, changed."""
        plan = self.draft.stages[number - 1].plan
        return {
            "opened": number,
            "rows": 1,
            "type": plan.type,
            "length": plan.length,
            "start": [item.start for item in plan.passes],
            "category": [item.category for item in plan.passes],
            "sprint": plan.sprints,
        } | changes

    def picked(self, *teams: Team, **more: object) -> dict[str, object]:
        return {"teams": 1, "team": [team.pk for team in teams], **more}


@pytest.fixture
def setup(client: Client) -> Setup:
    return Setup(client)
