"""A rider who is disqualified in an earlier stage, or missing in its corrected file, loses their
own later results and nobody else's.
"""

import pytest

from tests.factory import a_user
from tests.race import tap
from tests.results.road import a_frame
from tests.tabletop.race.incoming.files import dry
from tests.tabletop.race.incoming.test_accepting import accept, bring
from tourmanager.classifications.reading import read_race
from tourmanager.results.log.reading import read_stage
from tourmanager.results.log.stage_log import Logged, fold
from tourmanager.results.models import Standing
from tourmanager.results.publishing.consequences import find_consequences
from tourmanager.results.publishing.verify import verify
from tourmanager.results.sheet import entries as e
from tourmanager.scoring.field import Field
from tourmanager.scoring.result import Arrival, StageResult, Starter
from tourmanager.scoring.scheme import scheme
from tourmanager.tabletop.race.incoming import accept_import
from tourmanager.tours.models import Stage

RIDERS = ("Anna Azure,Azure", "Bea Azure,Azure", "Cleo Brick,Brick", "Dora Brick,Brick")
ANNA = "a1"


def a_table(stage: int, riders=RIDERS) -> tuple[str, str]:
    rows = "".join(
        f"{place},{rider},{20000 * stage + place},{place}\n"
        for place, rider in enumerate(riders, 1)
    )
    return f"stage-{stage}.csv", f"place,rider,team,time,bonus\n{rows}"


@pytest.fixture
def dora():
    return a_user("dora")


@pytest.fixture
def race(dora):
    return accept(
        bring(*(a_table(stage) for stage in (1, 2, 3, 4)), by=dora, name="Four Lakes"), dora
    )


def disqualify(race):
    stage = race.stages.get(number=1)
    tap(stage, e.Reopen())
    tap(stage, e.Status(ANNA, "dsq"))
    tap(stage, e.End())


def rows(race):
    return [
        [(row.who, row.rank, row.figure) for row in each.rows]
        for each in read_race(race).course[-1].classifications.values()
    ]


def sheet(race, number):
    return read_stage(race.stages.get(number=number)).log.sheet


@pytest.mark.django_db
def test_the_others_keep_their_places_times_and_bonuses(race):
    disqualify(race)
    for number in (2, 3, 4):
        result = sheet(race, number).result()
        assert [(arrival.rider, arrival.seconds, arrival.bonus) for arrival in result.arrivals] == [
            (rider, 20000 * number + place, place)
            for place, rider in enumerate(("a2", "b1", "b2"), 2)
        ]
        assert result.statuses == {}
    assert verify(race).problems == []


@pytest.mark.django_db
def test_the_pages_of_later_stages_still_show_the_others(client, race, dora):
    disqualify(race)
    client.force_login(dora, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(f"{race.get_absolute_url()}stages/3/").content.decode()
    assert "There are no results of this stage yet" not in page
    assert "Bea Azure" in page
    jury = client.get(f"{race.get_absolute_url()}stages/3/jury/").content.decode()
    assert "Bea Azure" in jury


@pytest.mark.django_db
def test_a_later_stage_can_still_be_corrected(race):
    disqualify(race)
    stage = race.stages.get(number=3)
    tap(stage, e.Reopen())
    tap(stage, e.Penalise("b1", 20, "seconds", "feeding"))
    tap(stage, e.End())
    kept = Standing.objects.get(stage=stage).result
    assert [arrival["rider"] for arrival in kept["arrivals"]] == ["a2", "b1", "b2"]
    assert [penalty["who"] for penalty in kept["penalties"]] == ["b1"]
    assert verify(race).problems == []


@pytest.mark.django_db
def test_a_stage_imported_again_without_a_rider_says_what_later_stages_lose(race, dora):
    incoming = bring(a_table(1, RIDERS[1:]), by=dora, tour=race)
    plan = accept_import.make_plan(incoming)
    assert (
        "Stages 2–4 lose the result of Anna Azure: they are out of the race since stage 1."
        in plan.warnings
    )
    accept(incoming, dora)
    assert sheet(race, 4).order == ["a2", "b1", "b2"]
    assert verify(race).problems == []


@pytest.mark.django_db
def test_one_later_stage_loses_a_result_in_the_singular(race, dora):
    incoming = bring(a_table(3, RIDERS[1:]), by=dora, tour=race)
    plan = accept_import.make_plan(incoming)
    assert (
        "Stage 4 loses the result of Anna Azure: they are out of the race since stage 3."
        in plan.warnings
    )


@pytest.mark.django_db
def test_the_jury_is_told_by_name_what_later_stages_lose(race):
    stage = race.stages.get(number=1)
    tap(stage, e.Reopen())
    tap(stage, e.Status(ANNA, "dsq"))
    found = find_consequences(read_stage(Stage.objects.select_related("tour").get(pk=stage.pk)))
    assert found.gaps == [
        "Stages 2–4 lose the result of Anna Azure: they are out of the race since stage 1."
    ]
    lines = [f"{line.who}: {line.text}" for section in found.sections for line in section.lines]
    assert "Anna Azure: 1st in 5:33:21 → not in the result" in lines


@pytest.mark.django_db
def test_the_page_before_a_disqualification_says_what_later_stages_lose(client, race, dora):
    client.force_login(dora, backend="django.contrib.auth.backends.ModelBackend")
    page = client.post(
        f"{race.get_absolute_url()}stages/1/jury/{ANNA}/",
        {"do": "status", "status": "dsq", "token": "one", "client": "here", "base": 2},
    ).content.decode()
    assert (
        "Stages 2–4 lose the result of Anna Azure: they are out of the race since stage 1." in page
    )
    assert 'jury/amend/"' in page, "and it can be done"
    assert sheet(race, 1).order[0] == ANNA, "looking changes nothing"


@pytest.mark.django_db
def test_classifications_are_the_same_whether_a_later_stage_is_ended_again_or_not(race):
    disqualify(race)
    before = rows(race)
    for number in (2, 3, 4):
        stage = race.stages.get(number=number)
        tap(stage, e.Reopen())
        tap(stage, e.End())
    race.refresh_from_db()
    assert rows(race) == before


@pytest.mark.django_db
def test_verify_finds_riders_whom_the_log_no_longer_shows(race):
    """What pages read of an ended stage's log as things stand now has to have the riders of its
    kept result.
    """
    stage = race.stages.get(number=2)
    entry = stage.entries.get(seq=1)
    # refused whole: twice there
    body = entry.body | {"arrivals": entry.body["arrivals"] + [{"rider": "b1"}]}
    type(entry).objects.filter(pk=entry.pk).update(body=body)
    found = "\n".join(verify(race).problems)
    assert (
        "Stage 2: 4 riders of its kept result are missing when its log is read as things stand now"
        in found
    )


# -- the fold

FRAME = a_frame(
    "a2 b1 b2", "is", names={code: code.upper() for code in ("a", "b", "a1", "a2", "b1", "b2")}
)


def folded(body: e.Results):
    return fold(FRAME, [Logged(1, body)]).sheet


def test_every_part_of_a_table_loses_the_rider_and_keeps_the_rest():
    left = folded(
        e.Results(
            arrivals=(e.Given("a1", 10), e.Given("a2", 11, place=1), e.Given("b1", 12)),
            lines=(e.GivenLine("s1", "Sprint 1", "is", ("a1", "b1", "a2"), (3, 2, 1)),),
            statuses={"b2": "dnf"},
            finish_paid={"points": {"a1": 20, "b1": 15}},
        )
    ).result()
    # two shared the first place, so who is left of them has it still, and the third is second
    assert [(each.rider, each.place) for each in left.arrivals] == [("a2", 0), ("b1", 0)]
    assert [(line.riders, line.paid) for line in left.passages] == [(("b1", "a2"), (2, 1))]
    assert left.finish_paid == {"points": {"b1": 15}}
    assert left.statuses == {"b2": "dnf"}


def test_the_status_of_a_rider_who_is_out_falls_out_too():
    assert folded(e.Results(statuses={"a1": "dnf", "b2": "otl"})).result().statuses == {"b2": "otl"}


def test_penalties_behind_that_of_a_rider_who_is_out_keep_their_numbers():
    body = e.Results(penalties=(e.Penalise("a1", 10), e.Penalise("b1", 20)))
    log = fold(FRAME, [Logged(1, body), Logged(2, e.CancelPenalty(2, "video seen"))])
    assert {
        number: each.cancelled for number, each in log.sheet.jury.penalties_by_number.items()
    } == {2: "video seen"}


def test_a_table_that_is_recorded_now_may_not_name_them():
    found = dry(
        "stage-1.csv: rider,team,time | Ana,Red,100 | Bea,Red,+5",
        "stage-2.csv: rider,team,time | Ana,Red,100",
    )
    assert found.wrong == []
    sheet = fold(FRAME, []).sheet
    with pytest.raises(Exception, match="out of the race since an earlier stage"):
        sheet.apply(e.Results(arrivals=(e.Given("a1", 10),)))


def test_places_behind_a_rider_who_falls_out_close_up_shared_ones_too():
    """1st, two 2nd, 4th.

    Without the first they are two 1st and a 3rd, as the same riders tapped would be.
    """
    starters = [Starter(code, code[:-1]) for code in ("a1", "a2", "b1", "b2")]
    arrivals = (Arrival("a1", 10), Arrival("a2", 11), Arrival("b1", 11, place=2), Arrival("b2", 12))
    field = Field(starters, scheme("uci_stage_race"))
    assert field.count(StageResult(1, "flat", (), arrivals, {"a1": "dsq"})).places == (1, 1, 3)
