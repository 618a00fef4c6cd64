"""The dry run: who is meant, what each row is understood as, what is wrong or odd, in words."""

import pytest

from tests.tabletop.race.incoming.files import a_table, dry, of_race, problems
from tourmanager.riders.rosters import files
from tourmanager.riders.rosters.files import FileRefused
from tourmanager.scoring.scheme import scheme
from tourmanager.tabletop.race.incoming.planning.import_plan import ImportStart
from tourmanager.tabletop.race.incoming.planning.make_plan import plan
from tourmanager.tabletop.race.incoming.reading import columns
from tourmanager.tabletop.race.incoming.reading.tables import table

TWO = "times.csv: rider,team,time | Ana Sol,Red,1:00:00 | Bea Luz,Blue,+0:05"


def arrivals(found, stage=0):
    return [
        (given.rider, given.seconds, given.place) for given in found.stages[stage].results.arrivals
    ]


def test_a_table_without_places_is_in_order():
    assert arrivals(dry(TWO)) == [("r1", 3600, 0), ("b1", 3605, 0)]


def test_gaps_and_the_same_time_are_behind_the_first():
    found = dry(
        "t.csv: place,rider,team,time | 1,A A,X,1:00:00 | 2,B B,X,s.t. | 3,C C,X,+0:10 | 4,D"
        " D,X,s.t. | 5,E E,X,1:00:30"
    )
    assert [seconds for _, seconds, _ in arrivals(found)] == [3600, 3600, 3610, 3610, 3630]


def test_gaps_without_a_plus_are_recognised():
    found = dry("t.csv: place,rider,team,time | 1,A A,X,3:12:45 | 2,B B,X,0:12 | 3,C C,X,1:05")
    assert [seconds for _, seconds, _ in arrivals(found)] == [11565, 11577, 11630]


def test_a_column_of_gaps_beside_the_times():
    found = dry("t.csv: place,rider,team,time,gap | 1,A A,X,1:00:00, | 2,B B,X,,0:12 | 3,C C,X,,")
    assert [seconds for _, seconds, _ in arrivals(found)] == [3600, 3612]
    assert problems(found) == [
        (
            "4 time: The time is missing, and a blank is not zero. "
            "Write s.t. for the time of the one above."
        )
    ]


def test_names_are_matched_whatever_their_capitals_accents_hyphens_and_order():
    found = dry(
        "times.csv: stage,rider,team,time | 1,KATARZYNA Niewiadoma-Phinney,Red,100 | 1,Bea"
        " Łuz,Blue,101| 2,NIEWIADOMA PHINNEY Katarzyna,Red,100 | 2,bea luz,Blue,101"
    )
    assert found.riders == 2
    assert found.teams[0].riders[0].name == "Katarzyna Niewiadoma-Phinney"
    assert problems(found) == []


def test_namesakes_side_by_side_are_two_riders():
    found = dry(
        "t.csv: rider,team,time | Martin Thomas,Red,100 | Thomas Martin,Blue,101 | Thomas"
        " Martin,Green,102"
    )
    assert found.riders == 3
    assert problems(found) == []


def test_a_namesake_without_a_team_cannot_be_told():
    found = dry(
        "t.csv: rider,team,time | Ana Sol,Red,100 | Ana Sol,Blue,101",
        "mountain.csv: rider,place,points | Ana Sol,1,5",
    )
    assert problems(found) == [
        "2 rider: 2 riders are called Ana Sol: the team has to be named too."
    ]


def test_a_slip_of_the_pen_is_guessed():
    found = dry(TWO, "mountain.csv: rider,place,points | Anna Sol,1,5")
    assert problems(found) == [
        "2 rider: Nobody of that name is in this race. Did you mean Ana Sol?"
    ]


def test_bibs_name_riders_too():
    found = dry(
        "t.csv: bib,rider,team,time | 11,Ana Sol,Red,100 | 21,Bea Luz,Blue,101",
        "mountain.csv: bib,place,points | 21,1,5",
    )
    assert found.stages[0].results.lines[0].riders == ("b1",)
    assert [team.name for team in found.teams] == ["Red", "Blue"]


@pytest.mark.parametrize("row", [",Bea Luz,Blue,,DNF", "DNF,Bea Luz,Blue,,", ",Bea Luz,Blue,DNF,"])
def test_a_status_may_stand_for_place_or_time_or_in_a_column_of_its_own(row):
    found = dry(f"t.csv: place,rider,team,time,status | 1,Ana Sol,Red,100, | {row}")
    assert problems(found) == []
    assert found.stages[0].results.statuses == {"b1": "dnf"}
    assert len(arrivals(found)) == 1


def test_a_rider_outside_the_limit_keeps_place_and_time():
    found = dry("t.csv: place,rider,team,time,status | 1,Ana Sol,Red,100, | 2,Bea Luz,Blue,200,OTL")
    assert arrivals(found) == [("r1", 100, 0), ("b1", 200, 0)]
    assert found.stages[0].results.statuses == {"b1": "otl"}


def test_rows_that_cannot_be_right_say_why():
    found = dry(
        "t.csv: place,rider,team,time,status | 1,Ana Sol,Red,100, | 2,Bea Luz,Blue,oops, | 3,Ana"
        " Sol,Red,105, | ,Cleo Mar,Blue,106,| 4,Dora Rio,Blue,107,DNF | 5,,Blue,108, | x,Elin"
        " Col,Blue,109,late"
    )
    assert problems(found) == [
        (
            "3 time: “oops” is no time. Write it like 3:12:45, 12:34.56, 12'34'' or in seconds;"
            " +0:12 and s.t. are behind the first."
        ),
        "4 rider: Ana Sol is there twice: row 2 has this rider too, as 1st.",
        "5 place: There is neither a place nor a status: write one, DNF for instance.",
        "6 status: There are both a place and a status: did not finish. Leave one of them out.",
        "7 rider: The rider is missing.",
        "8 place: “x” is neither a place nor a status (DNF, OTL, DSQ, DNS).",
        "8 status: “late” is no status: write DNF, OTL, DSQ or DNS, or nothing.",
    ]


def test_what_is_odd_is_told_and_may_stand():
    found = dry(
        "t.csv: place,rider,team,time | 1,Ana Sol,Red,100 | 2,Bea Luz,Blue,110 | 2,Cleo"
        " Mar,Blue,110 | 5,Dora Rio,Blue,105",
    )
    assert problems(found) == []
    assert found.warnings == [
        "Stage 1: two riders are 2nd, Bea Luz and Cleo Mar.",
        "Stage 1: nobody is 3rd and 4th.",
        "Stage 1: Dora Rio, 5th, has a better time than Bea Luz ahead (1:45 against 1:50).",
    ]
    assert [place for _, _, place in arrivals(found)] == [0, 0, 2, 5]


def test_who_is_not_named_any_more_did_not_finish():
    found = dry(
        "t.csv: stage,rider,team,time | 1,Ana Sol,Red,100 | 1,Bea Luz,Blue,101 | 2,Ana Sol,Red,100"
    )
    assert found.stages[1].results.statuses == {"b1": "dnf"}
    assert found.warnings == [
        "Stage 2: 1 rider who started is not in the results and taken as did not finish: Bea Luz."
    ]


def test_who_is_out_cannot_come_back():
    found = dry(
        "t.csv: stage,place,rider,team,time | 1,1,Ana Sol,Red,100 | 1,DNF,Bea Luz,Blue, | 2,1,Ana"
        " Sol,Red,100 | 2,2,Bea Luz,Blue,101"
    )
    assert problems(found) == [
        "5 rider: Bea Luz is out of the race since stage 1 (did not finish)."
    ]


def test_a_status_repeated_later_stands_as_it_is():
    found = dry(
        "t.csv: stage,place,rider,team,time | 1,1,Ana Sol,Red,100 | 1,DNF,Bea Luz,Blue, | 2,1,Ana"
        " Sol,Red,100 | 2,DNS,Bea Luz,Blue,"
    )
    assert problems(found) == []
    assert found.stages[1].results.statuses == {}


def test_blank_bonuses_are_left_to_the_scheme_and_said():
    found = dry(
        "t.csv: rider,team,time,bonus | Ana Sol,Red,100,10 | Bea Luz,Blue,101,0 | Cleo"
        " Mar,Blue,102,"
    )
    assert [given.bonus for given in found.stages[0].results.arrivals] == [10, 0, None]
    assert found.warnings == [
        (
            "Stage 1: 1 rider has a blank for the bonus, so the scheme says what it is. Write 0 for"
            " none."
        )
    ]


def test_stages_are_told_by_the_names_of_files():
    found = dry(
        "etape-3a.csv: rider,team,time | Ana Sol,Red,100",
        "stage_03b.csv: rider,team,time | Ana Sol,Red,100",
    )
    assert [ready.slot.title for ready in found.stages] == ["Stage 3a", "Stage 3b"]


def test_a_stage_that_nobody_can_know_is_asked_for():
    stages = [f"etape-{number}.csv: rider,team,time | Ana Sol,Red,100" for number in (1, 2)]
    found = dry(*stages, "climbs.csv: rider,place,points | Ana Sol,1,5")
    why = (
        "The stage is missing: give the table a column for it, or write it into the name of the"
        " file or the sheet (stage-3.csv)."
    )
    assert problems(found) == [f"2 stage: {why}"]


def test_fractions_make_a_time_trial():
    found = dry("t.csv: rider,team,time | Ana Sol,Red,12:34.56 | Bea Luz,Blue,12:34.9")
    assert found.stages[0].stage.kind == "itt"
    assert [(given.seconds, given.fraction) for given in found.stages[0].results.arrivals] == [
        (754, 560),
        (754, 900),
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("gc.csv: after_stage,rank,rider,time_s | 8,1,Ana,100", "a classification after a stage"),
        ("teams.csv: stage,place,team,time | 1,1,Red,100", "no column for the rider"),
        ("x.csv: shoe,size | 1,2", "must name the columns"),
        ("x.csv: rider,name,time | a,b,1", "Two columns are the rider"),
    ],
)
def test_tables_of_another_kind_are_refused_in_words(text, why):
    with pytest.raises(FileRefused, match=why):
        a_table(text)


def test_points_that_may_be_climbs_are_asked_about():
    found = dry(TWO, "awards.csv: rider,place,points | Ana Sol,1,5")
    assert any("taken as those of the finish and of sprints" in text for text in found.warnings)


def test_the_whole_invented_race_is_understood():
    tables = [
        table(name, files.read_lines(content, columns.heading)) for name, content in of_race()
    ]
    found = plan(tables, ImportStart(scheme("uci_stage_race")))
    assert problems(found) == []
    assert found.obstacles == []
    assert [(ready.slot.name, ready.stage.kind) for ready in found.stages] == [
        ("1", "itt"),
        ("2", "ttt"),
        ("3a", ""),
        ("3b", ""),
        ("4", ""),
    ]
    assert [dict(ready.results.statuses) for ready in found.stages] == [
        {},
        {},
        {"s5": "dnf", "t5": "otl"},
        {"r5": "dsq"},
        {"t4": "dns"},
    ]
    penalty = found.stages[2].results.penalties[0]
    assert (penalty.who, penalty.amount, penalty.reason) == ("t1", 20, "blocking")
