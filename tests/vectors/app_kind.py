"""The kind `app`: the screens from the main menu to the end of a tour, walked as a browser without
a script would.
"""

import copy
from typing import Any

from django.http import HttpResponse
from django.test import Client

from games.cycling_party.table.master import master
from tests.factory import a_user
from tests.vectors.kinds import Vector, kind
from tourmanager.results.log.reading import read_stage
from tourmanager.results.models import Entry
from tourmanager.results.sheet import entries as e
from tourmanager.riders.models import ROLES, Rider, Team
from tourmanager.tabletop.cycling_party.set_up.plan import PassPlan, StagePlan
from tourmanager.tabletop.cycling_party.set_up.wizard import draft as drafts
from tourmanager.tabletop.cycling_party.table import entries as cp
from tourmanager.tours.models import Draft, Stage, Tour


def spoil(plan: StagePlan, code: str) -> None:
    """Gives the stage the error of that code (CP-M-046)."""
    first = plan.passes[0]
    match code:
        case "E_LENGTH":
            plan.length = 12
        case "E_PASS_COUNT":
            del plan.passes[2:]
        case "E_PASS_OVERLAP":
            plan.passes[1] = PassPlan(first.start + 1, plan.passes[1].category)
        case "E_PASS_TOUCH":
            plan.passes[1] = PassPlan(
                first.start + master().pass_length[first.category], plan.passes[1].category
            )
        case "E_PASS_RANGE":
            plan.passes[-1] = PassPlan(plan.length, plan.passes[-1].category)
        case "E_IS_COUNT":
            del plan.sprints[0]
        case "E_IS_DUP":
            plan.sprints[1] = plan.sprints[0]
        case "E_IS_FLAT":
            plan.sprints[0] = first.start
        case _:
            raise ValueError(f"the screen cannot make the error {code}")


OF_A_TOUR = ("record", "end_stage", "reopen")  # refused where no tour is open
NO_TEAM = 2**31 - 1  # nobody's number


class Table:
    """A director at the screens; `state` says where he is."""

    def __init__(self) -> None:
        self.client = Client()
        self.user = a_user()
        self.client.force_login(self.user, backend="django.contrib.auth.backends.ModelBackend")
        self.draft = 0
        self.tour: Tour | None = None
        self.taps = 0

    @property
    def state(self) -> str:
        if self.tour is not None:
            tour = Tour.objects.get(pk=self.tour.pk)
            active = tour.stages.filter(state=Stage.State.ACTIVE).first()
            opened = self.client.get(f"/tours/{tour.slug}/").headers["Location"]
            # CP-APP-002
            if (
                active is None
                and tour.is_finished
                and opened == f"/tours/{tour.slug}/manager-points/"
            ):
                return "finished"
            return (
                f"stage {active.number}"
                if active and not tour.is_finished
                else f"neither raced nor finished, opens on {opened}"
            )
        row = Draft.objects.filter(pk=self.draft).first()
        return f"draft_{drafts.read(row).step}" if row else "menu"

    def do(self, cmd: str, **step: Any) -> bool:
        """Whether the command was taken."""
        if cmd in OF_A_TOUR and self.tour is None:
            return False
        return bool(getattr(self, cmd)(**step))

    @property
    def riders(self) -> dict[str, list[str]] | None:
        """The roster stored in the open tour, as it is and as its page shows it."""
        if self.tour is None:
            return None
        page = "".join(self.client.get(f"/tours/{self.tour.slug}/riders/").content.decode().split())
        kept = {
            team.name: [rider.name for rider in team.riders.order_by("number")]
            for team in self.tour.teams.all()
        }
        assert all(f">{rider}<" in page for team in kept.values() for rider in team)
        return kept

    def personalise(self, roster: dict[str, list[str]], delete: tuple[str, ...] = ()) -> bool:
        for name, riders in roster.items():
            team, _ = Team.objects.get_or_create(
                name=name,
                defaults={
                    "short_name": name[:4],
                    "colour": f"#{len(name):02x}5577",
                    "owner": self.user,
                },
            )
            for number, rider in enumerate(riders, start=1):
                Rider.objects.update_or_create(
                    team=team, number=number, defaults={"name": rider, "role": ROLES[number - 1]}
                )
        if not all(Team.objects.filter(name=name).exists() for name in delete):
            return False
        for name in delete:
            self.client.post(f"/teams/{Team.objects.get(name=name).pk}/delete/")
            assert not Team.objects.filter(name=name).exists()
        return True

    def start(self, name: str, stages: int) -> bool:
        response = self.client.post("/tours/new/cycling_party/")
        self.draft = int(response.url.split("/")[4])
        fields = {
            "name": name,
            "players": 2,
            "riders": 5,
            "stage_count": stages,
            "character": "flat",
        }
        return self.went_on(
            self.client.post(
                f"/tours/new/cycling_party/{self.draft}/tour/", {"do": "continue", **fields}
            )
        )

    def went_on(self, response: HttpResponse) -> bool:
        return response.status_code == 302

    def points(self) -> bool:
        return self.went_on(
            self.client.post(f"/tours/new/cycling_party/{self.draft}/points/", {"do": "continue"})
        )

    def stages(self, errors: tuple[str, ...] = ()) -> bool:
        """The proposal, or its first stage spoiled so that it has these errors."""
        row = Draft.objects.get(pk=self.draft)
        self.proposed = getattr(self, "proposed", drafts.read(row).stages[0].plan)
        plan = copy.deepcopy(self.proposed)
        for code in errors:
            spoil(plan, code)
        form = {
            "opened": 1,
            "rows": 1,
            "type": plan.type,
            "length": plan.length,
            "sprint": plan.sprints,
        }
        form |= {
            "start": [item.start for item in plan.passes],
            "category": [item.category for item in plan.passes],
        }
        return self.went_on(
            self.client.post(
                f"/tours/new/cycling_party/{self.draft}/stages/", {"do": "continue", **form}
            )
        )

    def teams(self, teams: list[str]) -> bool:
        known = dict(Team.objects.values_list("name", "pk"))
        picked = [known.get(name, NO_TEAM) for name in teams]
        response = self.client.post(
            f"/tours/new/cycling_party/{self.draft}/teams/",
            {"do": "accept", "teams": 1, "team": picked},
        )
        if self.went_on(response):
            self.tour = Tour.objects.get(slug=response.url.split("/")[2])
        return self.went_on(response)

    def back(self) -> bool:
        self.draft, self.tour = 0, None
        return True

    menu = back

    def load(self, name: str) -> bool:
        listed = self.client.get("/tours/").content.decode()
        tour = Tour.objects.not_erased().filter(name=name).first()
        for known in Tour.objects.filter(name=name):
            assert (f'href="/tours/{known.slug}/"' in listed) == (known == tour)
            assert self.client.get(f"/tours/{known.slug}/").status_code == (
                302 if known == tour else 404
            )
        if tour is None:
            return False
        self.tour = tour
        return True

    def erase(self, name: str) -> bool:
        tour = Tour.objects.not_erased().filter(name=name).first()
        if tour is None:
            return False
        return self.went_on(self.client.post(f"/tours/{tour.slug}/erase/", {"name": name}))

    def record(self, what: list[str]) -> bool:
        """All of a kind for the active stage, tapped; in a finished tour one tap of each is tried
        at the last stage.
        """
        assert self.tour is not None
        stage = self.tour.stages.filter(
            state=Stage.State.ACTIVE
        ).first() or self.tour.stages.latest("number")
        if unknown := set(what) - {"is", "passes", "arrivals"}:
            raise ValueError(f"{unknown}: nothing of a stage that is recorded")
        if stage.state == Stage.State.ENDED:
            taps = {
                "is": e.Place("s1", "b1"),
                "passes": e.Place("p1", "b1"),
                "arrivals": e.Arrive(("b1",)),
            }
            taken = [self.tap(stage, taps[kind]) for kind in what]  # each of them is tried
            return any(taken)
        frame = read_stage(Stage.objects.select_related("tour").get(pk=stage.pk)).frame
        wanted = {"is": "s", "passes": "p"}
        for line in frame.lines.values():
            if line.key[0] in [wanted.get(kind) for kind in what]:
                assert all(
                    self.tap(stage, e.Place(line.key, rider))
                    for rider in frame.riders[: line.places]
                )
        if "arrivals" in what:
            assert self.tap(stage, e.Arrive(frame.riders))
            assert self.tap(stage, e.Square(7))
            assert self.tap(stage, cp.Die(2))
        return True

    def tap(self, stage: Stage, body: e.EntryBody) -> bool:
        self.taps += 1
        before = Entry.objects.count()
        fields = {"entry": e.write(body), "token": f"table-tap-{self.taps}", "client": "table-one"}
        response = self.client.post(
            f"/tours/{stage.tour.slug}/stages/{stage.number}/record/",
            fields,
            headers={"X-Tap": "1"},
        )
        assert (response.status_code == 200) == (Entry.objects.count() == before + 1)
        return response.status_code == 200

    def _stage(self) -> Stage:
        assert self.tour is not None
        return self.tour.stages.filter(state=Stage.State.ACTIVE).first() or self.tour.stages.latest(
            "number"
        )

    def end_stage(self) -> bool:
        return self._steer(self._stage(), "end")

    def reopen(self) -> bool:
        return self._steer(self._stage(), "reopen")

    def _steer(self, stage: Stage, word: str) -> bool:
        self.taps += 1
        before = Entry.objects.count()
        self.client.post(
            f"/tours/{stage.tour.slug}/stages/{stage.number}/{word}/",
            {"token": f"table-{word}-{self.taps}"},
        )
        return Entry.objects.count() == before + 1


@kind("app", db=True)
def app(vector: Vector) -> tuple[object, object]:
    table = Table()
    expected, got = [], []
    for number, step in enumerate(vector["steps"]):
        words = {key: value for key, value in step.items() if key not in ("ok", "state", "riders")}
        taken = table.do(**words)
        expected.append(
            (number, step["cmd"], step.get("ok", True), step.get("state"), step.get("riders"))
        )
        got.append(
            (
                number,
                step["cmd"],
                taken,
                table.state if "state" in step else None,
                table.riders if "riders" in step else None,
            )
        )
    return expected, got
