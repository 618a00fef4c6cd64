"""Whatever is changed behind the app's back, verify finds it and says what to do next; and a log
that was written again with right checksums does not fit the result that was stored when its stage
ended.
"""

from collections.abc import Callable
from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from tests.factory import NOW, a_user
from tests.race import a_raced_tour, active_stage, say, tap
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.log import chain
from tourmanager.results.models import Entry, LogHead, Standing
from tourmanager.results.publishing.rebuild import LogChanged, rebuild
from tourmanager.results.publishing.verify import Remedy, verify
from tourmanager.results.sheet import entries as e
from tourmanager.tours.models import Stage, Tour

pytestmark = pytest.mark.django_db
RESTORE, REBUILD = "manage.py restore FILE", "manage.py rebuild "


@pytest.fixture
def tour() -> Tour:
    """Stage 1 has ended, stage 2 is being raced."""
    tour = a_raced_tour(stages=2, raced=1, by=a_user("dora"))
    for words in ("place s1 a1", "place s1 b1", "arrive a1"):
        say(active_stage(tour), words)
    return tour


def entries(tour: Tour, number: int = 1):
    return Entry.objects.filter(stage__tour=tour, stage__number=number).order_by("seq")


def printed(tour: Tour) -> str:
    """What verify prints; it fails where it finds something."""
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify", tour.slug, stdout=out, no_color=True)
    return out.getvalue()


def write_again(stage: Stage, log: list[Entry]) -> None:
    """Replace a log by another one that fits its checksums and its head."""
    Entry.objects.filter(stage=stage).delete()
    for seq, row in enumerate(log, start=1):
        row.pk, row.seq = None, seq
    last = chain.link(log, "")
    Entry.objects.bulk_create(log)
    LogHead.objects.filter(stage=stage).update(seq=len(log), checksum=last)


def swap_first_two(log: list[Entry]) -> list[Entry]:
    log[0].body, log[1].body = log[1].body, log[0].body
    return log


def change_body(tour: Tour) -> None:
    entries(tour).filter(seq=2).update(body={"do": "place", "line": "s1", "rider": "a3"})


def change_open_body(tour: Tour) -> None:
    entries(tour, 2).filter(seq=2).update(body={"do": "place", "line": "s1", "rider": "a3"})


def cut_last(tour: Tour) -> None:
    entries(tour, 2).last().delete()


def cut_end(tour: Tour) -> None:
    entries(tour).last().delete()


def remove_log(tour: Tour) -> None:
    entries(tour).delete()


def remove_log_and_head(tour: Tour) -> None:
    entries(tour).delete()
    LogHead.objects.filter(stage__number=1).delete()


def change_head(tour: Tour) -> None:
    LogHead.objects.filter(stage__number=2).update(checksum="0" * 64)


def change_head_number(tour: Tour) -> None:
    LogHead.objects.filter(stage__number=1).update(seq=99)


def write_ended_log_again(tour: Tour) -> None:
    write_again(tour.stages.get(number=1), swap_first_two(list(entries(tour))))


def write_shorter_log_again(tour: Tour) -> None:
    log = list(entries(tour))
    write_again(tour.stages.get(number=1), [*log[:3], log[-1]])


def change_state(tour: Tour) -> None:
    tour.stages.filter(number=1).update(approval=Stage.Approval.OFFICIAL, approved_at=NOW)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (change_body, "entry 2 of the log does not fit its checksum"),
        (change_open_body, "Stage 2: entry 2 of the log does not fit its checksum"),
        (cut_last, "Stage 2: the log was cut short: entry 3 is missing."),
        (cut_end, "Stage 1: the log was cut short"),
        (remove_log, "Stage 1: the log was cut short: entries 1 to "),
        (remove_log_and_head, "which ended the stage: it was cut short or removed"),
        (change_head, "Stage 2: the log ends with entry 3, but"),
        (change_head_number, "Stage 1: the log was cut short"),
        (write_ended_log_again, "Stage 1: the log was written again after the stage had ended"),
        (write_shorter_log_again, "Stage 1: the log lacks entry"),
        (change_state, "Stage 1: it is kept as “Official”, its log says “Provisional”."),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_changed_log_is_found_and_only_a_backup_helps(
    tour: Tour, change: Callable[[Tour], None], words: str
):
    change(tour)
    said = printed(tour)
    assert words in said
    assert RESTORE in said
    assert REBUILD not in said
    if change is not change_state:
        with pytest.raises(LogChanged):
            rebuild(tour)


def other_seconds(tour: Tour) -> None:
    standing = Standing.objects.get(stage__tour=tour)
    standing.result["arrivals"][0]["seconds"] += 1
    standing.save()


def no_result(tour: Tour) -> None:
    Standing.objects.filter(stage__tour=tour).delete()


def other_entry(tour: Tour) -> None:
    Standing.objects.filter(stage__tour=tour).update(seq=1)


def no_checksum(tour: Tour) -> None:
    Standing.objects.filter(stage__tour=tour).update(checksum="")


def result_too_many(tour: Tour) -> None:
    standing = Standing.objects.get(stage__tour=tour)
    standing.pk, standing.stage, standing.checksum = None, active_stage(tour), ""
    standing.save(force_insert=True)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (other_seconds, "Stage 1: place 1 of the arrivals is kept as"),
        (no_result, "Stage 1: its log has ended it, but nothing is kept of its result."),
        (other_entry, "Stage 1: the result is kept as of entry 1"),
        (no_checksum, "Stage 1: the result names no checksum of the entry that ended the stage."),
        (result_too_many, "Stage 2: a result is kept, but its log has not ended it."),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_changed_result_is_found_and_rebuilding_it_helps(
    tour: Tour, change: Callable[[Tour], None], words: str
):
    change(tour)
    said = printed(tour)
    assert words in said
    assert f"{REBUILD}{tour.slug}" in said
    assert RESTORE not in said
    assert rebuild(tour, write=False).changed
    assert verify(tour).problems
    rebuild(tour)
    assert verify(tour).problems == []


def test_a_stage_that_lost_a_rider_since_is_ended_again(tour, monkeypatch):
    path = "tourmanager.results.publishing.verify._shown_now"
    monkeypatch.setattr(path, lambda *args: ["Stage 1: a rider is missing."])
    assert verify(tour).remedies == [Remedy.CORRECT]
    assert "a director reopens the stage" in printed(tour)


def test_each_advice_is_given_once(tour):
    change_body(tour)
    change_head(tour)
    assert printed(tour).count(RESTORE) == 1


# -- the anchor


def ending(tour: Tour, number: int = 1) -> Entry:
    seq = Standing.objects.get(stage__tour=tour, stage__number=number).seq
    return Entry.objects.get(stage__tour=tour, stage__number=number, seq=seq)


def test_a_result_names_the_checksum_of_the_entry_that_ended_its_stage(tour):
    standing = Standing.objects.get(stage__tour=tour)
    assert standing.checksum == ending(tour).checksum != ""


def test_a_correction_names_the_new_end_and_a_discarded_one_leaves_it(tour):
    stage, first = tour.stages.get(number=1), ending(tour).checksum
    tap(stage, e.Reopen())
    tap(stage, e.Award("Combativity", "a1"))
    tap(stage, e.Discard())
    assert Standing.objects.get(stage__tour=tour).checksum == first
    tap(stage, e.Reopen())
    tap(stage, e.Award("Combativity", "a1"))
    tap(stage, e.End(("TIME_ORDER_WARNING",)))
    assert Standing.objects.get(stage__tour=tour).checksum == ending(tour).checksum != first
    assert verify(tour).problems == []


def test_an_imported_tour_has_anchors_of_its_own(tour):
    copy = import_tour(export(tour), by=None, at=NOW, name="Copy")
    assert Standing.objects.get(stage__tour=copy).checksum == ending(copy).checksum
    assert ending(copy).checksum != ending(tour).checksum
    assert verify(copy).problems == []
    write_ended_log_again(copy)
    assert "written again" in "\n".join(verify(copy).problems)
    assert verify(tour).problems == []


def test_an_open_stage_that_was_written_again_has_no_anchor_yet(tour):
    """The limit of it: nothing outside the log names its last entry before the stage ends, but the
    head, which was changed too.
    """
    write_again(active_stage(tour), swap_first_two(list(entries(tour, 2))))
    assert verify(tour).problems == []


def test_results_that_are_there_before_an_upgrade_get_their_anchors_by_it(tour):
    checksum = Standing.objects.get().checksum
    Standing.objects.update(checksum="")
    fill = import_module("tourmanager.results.migrations.0012_fill_standing_checksums").fill
    fill(apps, None)
    assert Standing.objects.get().checksum == checksum
    Standing.objects.update(checksum="")
    Entry.objects.filter(pk=ending(tour).pk).delete()
    fill(apps, None)
    assert Standing.objects.get().checksum == ""
