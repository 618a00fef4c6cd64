"""What an older version kept is told apart from what somebody changed, and can be made again from
the log.
"""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.race import a_raced_tour
from tourmanager.results.models import VERSION, Entry, Standing
from tourmanager.results.publishing.verify import verify
from tourmanager.tours.models import Stage, Tour

pytestmark = pytest.mark.django_db


def run(command: str, *words: str) -> str:
    out = StringIO()
    call_command(command, *words, stdout=out, no_color=True)
    return out.getvalue()


@pytest.fixture
def tour(db) -> Tour:
    return a_raced_tour(stages=2)


def age(tour: Tour, number: int, version: int = VERSION - 1) -> Standing:
    """Make a result look as an older version may have kept it.

    Without the name of the stage, and a rider in another time.
    """
    standing = Standing.objects.get(stage__tour=tour, stage__number=number)
    standing.result["name"] = ""
    standing.result["arrivals"][0]["seconds"] += 3
    standing.version = version
    standing.save()
    return standing


def test_results_of_an_older_version_are_no_disagreement(tour):
    age(tour, 1)
    assert verify(tour).problems == []
    said = run("verify", tour.slug)
    assert f"OLDER  {tour.name}: the results of stage 1 were made by an older version." in said
    assert f"manage.py rebuild {tour.slug}" in said


def test_the_same_change_in_a_result_of_this_version_is_one(tour):
    age(tour, 1, VERSION)
    assert any(
        problem.startswith("Stage 1: place 1 of the arrivals is kept as")
        for problem in verify(tour).problems
    )
    with pytest.raises(CommandError):
        run("verify", tour.slug)


def test_an_older_result_that_agrees_needs_nothing(tour):
    Standing.objects.update(version=VERSION - 1)
    assert run("verify", tour.slug).startswith("OK")


def test_rebuilding_says_what_changes_and_makes_it_agree(tour):
    before = list(Standing.objects.order_by("pk").values("result", "seq"))
    age(tour, 1)
    Stage.objects.filter(tour=tour, number=1).update(approval="official")
    revision = Tour.objects.get(pk=tour.pk).revision
    dry = run("rebuild", tour.slug, "--dry-run")
    assert f"NEW    {tour.name}: 1 result would change" in dry
    said = run("rebuild", tour.slug)
    assert f"NEW    {tour.name}: 1 result changed" in said
    assert "Stage 1: place 1 of the arrivals is kept as" in said
    assert "Stage 1 is official: look at its figures again." in said
    assert list(Standing.objects.order_by("pk").values("result", "seq")) == before
    assert set(Standing.objects.values_list("version", flat=True)) == {VERSION}
    assert Tour.objects.get(pk=tour.pk).revision == revision + 1
    assert "no figure changes" in run("rebuild", tour.slug)


def test_a_dry_run_changes_nothing(tour):
    old = age(tour, 1)
    run("rebuild", "--dry-run")
    old_now = Standing.objects.get(pk=old.pk)
    assert (old_now.result, old_now.version) == (old.result, old.version)


def test_equal_results_are_marked_as_those_of_this_version(tour):
    Standing.objects.update(version=1)
    assert f"OK     {tour.name}: 2 results, no figure changes" in run("rebuild")
    assert set(Standing.objects.values_list("version", flat=True)) == {VERSION}


def test_a_result_that_is_gone_comes_back(tour):
    kept = Standing.objects.get(stage__tour=tour, stage__number=2)
    result = kept.result
    kept.delete()
    assert "Stage 2: its result was not stored." in run("rebuild")
    assert Standing.objects.get(stage__number=2).result == result


def test_a_log_that_was_changed_is_no_ground_to_build_on(tour):
    old = age(tour, 1)
    Entry.objects.filter(stage__tour=tour, stage__number=1, seq=2).update(by_name="X")
    out = StringIO()
    with pytest.raises(CommandError, match="logs of 1 tour cannot be relied on"):
        call_command("rebuild", stdout=out, no_color=True)
    assert "Stage 1: entry 2 of the log does not fit its checksum" in out.getvalue()
    assert Standing.objects.get(pk=old.pk).result == old.result


def test_an_empty_server_says_so():
    assert run("rebuild") == "There is no tour yet.\n"


def test_an_unknown_tour_is_said():
    with pytest.raises(CommandError, match="no tour “lake”"):
        run("rebuild", "lake")
