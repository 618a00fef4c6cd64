"""`manage.py race_import`: what it says of files, what it asks, and how it is answered."""

import csv
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.tabletop.race.incoming.files import REAL
from tourmanager.tabletop.race.models import ResultImport
from tourmanager.tours.models import Tour, TourTeam

pytestmark = pytest.mark.django_db
TRIAL = "rider,team,time,shoes\nAna Sol,Red,0:07:25,42\nBea Luz,Blue,0:07:31,40\n"


def run(*paths, **options):
    out = StringIO()
    try:
        call_command(
            "race_import", *map(str, paths), name=options.pop("name", "Race"), stdout=out, **options
        )
    except CommandError as error:
        return f"{out.getvalue()}{error}"
    return out.getvalue()


def test_it_asks_and_is_answered(tmp_path):
    (tmp_path / "stage-1.csv").write_text(TRIAL, encoding="utf-8")
    said = run(tmp_path)
    assert "? Stage 1: the winner, Ana Sol, has 7:25. What kind of stage was it?" in said
    assert "    --answer kind-1=itt  Individual time trial, won in 7:25" in said
    assert said.endswith("Nothing was imported. Answer its questions: --answer kind-1=road")
    assert not Tour.objects.exists()
    assert "No question takes the answer kind-9." in run(tmp_path, answer=["kind-9=itt"])
    assert "No question takes the answer kind-1." in run(tmp_path, answer=["kind-1=sprint"])
    assert "“itt” is not an answer" in run(tmp_path, answer=["itt"])
    run(tmp_path, answer=["kind-1=itt"])
    assert Tour.objects.get().stages.get().kind == "itt"


def test_columns_that_nobody_understands_are_named(tmp_path):
    (tmp_path / "stage-1.csv").write_text(TRIAL, encoding="utf-8")
    said = run(tmp_path)
    assert "  stage-1.csv: results of stage 1, 2 rows." in said
    assert "  Columns not used: stage-1.csv: “shoes”." in said


def test_a_name_of_a_team_may_have_80_characters(tmp_path):
    long = "TASHKENT CITY WOMEN PROFESSIONAL CYCLING TEAM"
    (tmp_path / "stage-1.csv").write_text(
        f"rider,team,time\nAna Sol,{long},3:00:00\nBea {'x' * 76},{'y' * 80},+5\n", encoding="utf-8"
    )
    run(tmp_path)
    assert sorted(len(team.name) for team in TourTeam.objects.all()) == [45, 80]


def test_what_the_import_would_refuse_the_dry_run_says_with_row_and_field(tmp_path):
    (tmp_path / "stage-1.csv").write_text(
        f"rider,team,time\nAna Sol,Red,3:00:00\nBea Luz,{'y' * 81},+5\n", encoding="utf-8"
    )
    said = run(tmp_path)
    assert "2 rows, 1 right and 1 wrong" in said
    assert f"stage-1.csv, row 3: “{'y' * 29}…” is too long: 81 characters of at most 80." in said


@pytest.mark.skipif(not REAL.is_dir(), reason="the folder with the real race is not here")
def test_the_real_race_with_the_headings_and_bonuses_of_its_own_site(tmp_path):
    """The stage tables with the headings Stages, Rank, Rider, Team, Times, B and P, bonuses printed
    as 10'.
    """
    for file in REAL.glob("*.csv"):
        if file.name != "stage_times.csv":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    with (REAL / "stage_times.csv").open(encoding="utf-8", newline="") as source:
        rows = list(csv.DictReader(source))
    with (tmp_path / "stage_times.csv").open("w", encoding="utf-8", newline="") as target:
        writer = csv.writer(target)
        writer.writerow(["Stages", "Rank", "Rider", "Team", "Times", "B", "P"])
        for row in rows:
            hours, rest = divmod(int(row["time_s"] or 0), 3600)
            time = f"{hours:02}h {rest // 60:02}' {rest % 60:02}''" if row["time_s"] else ""
            bonus = f"{row['bonus_s']}'" if row["bonus_s"] else ""
            writer.writerow(
                [
                    row["stage"],
                    row["place"],
                    row["rider"],
                    row["team"],
                    time,
                    bonus,
                    row["penalty_s"],
                ]
            )
    said = run(tmp_path)
    assert "general classification after stage 8: 109 of 109 times, 109 of 109 ranks" in said
    assert "jerseys: 32 of 32 wearers" in said


def test_answers_are_kept_with_the_files():
    assert ResultImport._meta.get_field("answers").default is dict
