"""Takes a whole tour out as a file, and makes a tour of such a file.

A file is believed in nothing: its plan is checked as a new tour's is, and its log is raced again entry by entry, in memory, by the rules
of the one door (`recording.admit`). Only what passed is written, all of it or nothing.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec
from django.db import transaction
from django.utils import timezone

from tourmanager.accounts.models import User
from tourmanager.results import approving
from tourmanager.results import entries as e
from tourmanager.results.log import Logged, StageLog, fold
from tourmanager.results.models import Entry, Standing
from tourmanager.results.reading import Ended, Field, frame_of
from tourmanager.results.recording import Refused, admit, end_stage
from tourmanager.results.tour_file import FORMAT, MOST_IN_STAGE, VERSION, FileRefused, LogEntry, StageState, TourFile, read, write
from tourmanager.tours import creation, plans
from tourmanager.tours.games import RACE
from tourmanager.tours.models import Stage, Tour, TourRider, TourTeam
from tourmanager.tours.plan import RiderPlan, TeamPlan
from tourmanager.tours.plans import Plan
from tourmanager.tours.races import RaceRider, RaceTeam

STATE = ("state", "reopened", "ended_at", "approval", "approved_at")  # of a stage, as its log has left it
NUL = "\\u0000"  # as JSON has it; no database keeps it
PATIENCE = 300_000  # entries read over and over because of undoing: more is no race, but an attempt to keep the server busy


def exported(tour: Tour) -> TourFile[Plan]:
    """The tour as it stands."""
    stages = list(tour.stages.order_by("number"))
    numbers = {stage.pk: stage.number for stage in stages}
    # the order of keys is the order of recording over all stages
    log = Entry.objects.filter(stage__tour=tour).order_by("pk")
    return TourFile(
        format=FORMAT,
        version=VERSION,
        game=tour.game,
        exported_at=timezone.now(),
        created_at=tour.created_at,
        plan=plans.plan_of(tour),
        letters=[team.letter for team in tour.teams.order_by("seat")],
        state=tour.state,
        stages=[state_of(stage) for stage in stages],
        log=[
            LogEntry(numbers[entry.stage_id], entry.seq, entry.token, entry.at, e.load(entry.body), entry.by_name, entry.client)
            for entry in log
        ],
        listed=tour.listed,
    )


@transaction.atomic
def export(tour: Tour) -> bytes:
    """The tour as a file, read at one moment: nobody records meanwhile."""
    return write(exported(Tour.objects.select_for_update().get(pk=tour.pk)))


def import_tour(content: bytes, *, by: User | None, at: datetime, name: str = "") -> Tour:
    """The tour of a file, under its own name or another; whoever brings it directs it. Raises FileRefused, nothing changed."""
    file = read(content)
    if name:
        file.plan = msgspec.structs.replace(file.plan, name=name)
    try:
        file.plan = plans.read(file.plan)
    except creation.PlanRefused as refused:
        raise FileRefused(*(problem.text for problem in refused.problems)) from None
    if problems := plans.problems(file.plan):
        raise FileRefused(*(f"{problem.where}: {problem.text}" for problem in problems))
    if creation.name_taken(file.plan.name):
        raise FileRefused(f"There is a tour “{file.plan.name}” here already. Import this one under another name.")
    race = Race(file)
    race.run()
    try:
        with transaction.atomic():
            tour = plans.create(file.plan, by=by, at=at)
            race.save(tour)
    except creation.PlanRefused as refused:  # the name was taken in this moment
        raise FileRefused(*(problem.text for problem in refused.problems)) from None
    return tour


class Race:
    """A file's log, raced again in memory."""

    def __init__(self, file: TourFile[Plan]) -> None:
        self.file = file
        plan = file.plan
        if not real(file.created_at):
            raise FileRefused("The file was changed: the time at which the tour was created is none.")
        if len(file.letters) != len(plan.teams) or len(set(file.letters)) != len(file.letters):
            raise FileRefused("The file was changed: each team needs a letter of its own.")
        self.tour = plans.tour_of(plan)
        if self.tour.game != RACE and any(len(letter) > 1 for letter in file.letters):
            raise FileRefused("The file was changed: the letter of a team is one letter, only races have codes of two.")
        self.stages = {stage.number: stage for stage in plans.stages_of(self.tour, plan)}
        self.field = start_list(self.tour, plan, file.letters)
        self.entries: dict[int, list[Entry]] = {number: [] for number in self.stages}
        self.logged: dict[int, list[Logged]] = {number: [] for number in self.stages}
        self.tokens: dict[int, set[str]] = {number: set() for number in self.stages}
        self.standings: dict[int, Standing] = {}
        self.logs: dict[int, StageLog] = {}  # read so far; dropped where what they are read against has changed
        self.read = 0  # how much was read for it: entries, and riders by the handful

    def run(self) -> None:
        """Raises FileRefused at the first entry that could not have been recorded."""
        for place, entry in enumerate(self.file.log, start=1):
            try:
                self.take(entry)
            except Refused as refused:
                raise FileRefused(
                    f"The file was changed: entry {place} of its log (stage {entry.stage}, number {entry.seq}) cannot have been recorded. "
                    f"{refused}"
                ) from None
        states = [state_of(stage) for stage in self.stages.values()]
        said = [(stage.state, stage.reopened) for stage in self.file.stages]
        if (self.file.state, said) != (str(self.tour.state), [(state.state, state.reopened) for state in states]):
            raise FileRefused("The file was changed: the stages it calls ended, open or to come are not those of its log.")
        if self.file.stages != states:
            raise FileRefused("The file was changed: the stages it calls official are not those of its log.")

    def take(self, entry: LogEntry) -> None:
        if entry.stage not in self.stages:
            raise Refused(f"The tour has no stage {entry.stage}.")
        if not real(entry.at):
            raise Refused("Its time is none.")
        stage, log = self.stages[entry.stage], self.log_of(entry.stage)
        if entry.seq != log.last_seq + 1:
            raise Refused(f"The one after number {log.last_seq} should be number {log.last_seq + 1}.")
        if entry.seq > MOST_IN_STAGE:
            raise Refused(f"A stage has at most {MOST_IN_STAGE} entries.")
        if entry.token in self.tokens[entry.stage]:
            raise Refused("It is there twice.")
        if NUL in e.write(entry.body):
            raise Refused("It holds characters that cannot be written.")
        touched = admit(stage, log, entry.body, self.field.scheme)
        approving.check_log(stage, self.entries[entry.stage], entry.body, log.last_seq, None, entry.by)
        self.tokens[entry.stage].add(entry.token)
        kept = Entry(
            stage=stage,
            seq=entry.seq,
            token=entry.token,
            client=entry.client,
            body=e.dump(entry.body),
            by_name=entry.by,
            at=entry.at,
        )
        self.entries[entry.stage].append(kept)
        self.logged[entry.stage].append(Logged(entry.seq, entry.body, entry.client))
        if touched:
            log.take(self.logged[entry.stage][-1], touched)
        else:
            self.logs.pop(entry.stage, None)
            self.steer(stage, entry)

    def log_of(self, number: int) -> StageLog:
        if number not in self.logs:
            ended = Ended([self.standings[other] for other in sorted(self.standings)])
            lines = plans.lines_of(self.stages[number], self.file.plan)
            self.read += sum(map(weight, self.logged[number])) + len(self.field.riders) // 5
            if self.read > PATIENCE:
                raise Refused("So much was undone and done again before it that this is no log of a race.")
            self.logs[number] = fold(frame_of(self.stages[number], lines, self.field, ended), self.logged[number])
        return self.logs[number]

    def steer(self, stage: Stage, entry: LogEntry) -> None:
        if (state := approving.becomes(entry.body, entry.at)) is not None:
            stage.approval, stage.approved_at = state
        match entry.body:
            case e.End():
                sheet = self.log_of(stage.number).sheet
                later = (self.stages[number] for number in sorted(self.stages) if number > stage.number)
                self.standings[stage.number] = end_stage(stage, later, sheet, seq=entry.seq, at=entry.at)
                self.logs.clear()  # who starts elsewhere, and with what, may have changed
            case e.Reopen():
                stage.reopened = True
            case e.Discard():
                stage.reopened = False

    def save(self, tour: Tour) -> None:
        """Gives a tour just created its past."""
        rows = {stage.number: stage for stage in tour.stages.all()}
        # one stage at a time is active: the first one steps back before another steps forward
        for number in sorted(rows):
            row, raced = rows[number], self.stages[number]
            for name in STATE:
                setattr(row, name, getattr(raced, name))
            row.save(update_fields=STATE)
        teams = list(tour.teams.order_by("seat"))
        if [team.letter for team in teams] != self.file.letters:
            away = [str(team.seat) for team in teams]
            for letters in (away, self.file.letters):  # out of each other's way first: no letter may stand twice at any moment
                for team, letter in zip(teams, letters, strict=True):
                    tour.teams.filter(pk=team.pk).update(letter=letter)
        for number, standing in self.standings.items():
            standing.stage = rows[number]
        for number, entries in self.entries.items():
            for entry in entries:
                entry.stage = rows[number]
        Standing.objects.bulk_create(self.standings.values())
        Entry.objects.bulk_create(in_order(self.file.log, self.entries), batch_size=500)
        Tour.objects.filter(pk=tour.pk).update(
            state=self.tour.state, created_at=self.file.created_at, listed=self.file.listed, revision=tour.revision + 1
        )
        tour.refresh_from_db()


def weight(entry: Logged) -> int:
    """How many ordinary entries it costs to read one: a table of results names whole fields of riders."""
    body = entry.body
    if not isinstance(body, e.Results):
        return 1
    return 1 + (len(body.arrivals or ()) + sum(len(line.riders) for line in body.lines or ())) // 5


def state_of(stage: Stage) -> StageState:
    return StageState(str(stage.state), stage.reopened, str(stage.approval), stage.approved_at)


def real(moment: datetime) -> bool:
    """Whether the moment can be kept in any time zone."""
    return 1970 <= moment.year <= 2900


def in_order(log: Iterable[LogEntry], entries: dict[int, list[Entry]]) -> list[Entry]:
    """The entries of all stages as the file has them: their keys go on telling which came first."""
    return [entries[entry.stage][entry.seq - 1] for entry in log]


def start_list(tour: Tour, plan: Plan, letters: list[str]) -> Field:
    """The teams and riders of a plan as results read them."""
    planned: Sequence[TeamPlan | RaceTeam] = plan.teams
    teams = [
        TourTeam(tour=tour, seat=seat, letter=letter, name=team.name, short_name=team.short_name)
        for seat, (team, letter) in enumerate(zip(planned, letters, strict=True), start=1)
    ]
    riders: dict[str, TourRider] = {}
    for row, team in zip(teams, planned, strict=True):
        squad: Sequence[RiderPlan | RaceRider] = team.riders
        for rider in sorted(squad, key=lambda rider: rider.number):
            riders[f"{row.letter}{rider.number}"] = TourRider(team=row, number=rider.number, name=rider.name, marks=list(rider.marks))
    return Field(tour, teams, riders, len(plan.stages))
