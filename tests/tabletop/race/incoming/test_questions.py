"""What files leave open is asked, never guessed: kinds of stages, hours or minutes, slips in names,
figures that cannot be.
"""

import pytest

from tests.tabletop.race.incoming.files import a_table, dry, problems
from tourmanager.scoring.scheme import dump_scheme, read_scheme, scheme
from tourmanager.tabletop.race.incoming.planning.import_plan import ImportStart
from tourmanager.tabletop.race.incoming.planning.make_plan import plan

GREEN = {"key": "sprinters", "name": "Sprinters", "by": "points", "lines": {"is": [12, 8, 6]}}


def asked(found):
    return {question.key: question for question in found.questions}


def answered(*texts, start=None, **answers):
    return plan(
        [a_table(text) for text in texts],
        start or ImportStart(scheme("uci_stage_race")),
        dict(answers.items()),
    )


def with_answers(texts, answers, start=None):
    return plan(
        [a_table(text) for text in texts], start or ImportStart(scheme("uci_stage_race")), answers
    )


def test_a_short_stage_is_a_time_trial_only_once_somebody_says_so():
    text = "stage-1.csv: rider,team,time | Ana Sol,Red,7:25:00"
    assert dry(text).possible
    text = "stage-1.csv: rider,team,time | Ana Sol,Red,0:07:25 | Bea Luz,Blue,0:07:31"
    found = dry(text)
    assert not found.possible
    question = asked(found)["kind-1"]
    assert question.text == "Stage 1: the winner, Ana Sol, has 7:25. What kind of stage was it?"
    assert [value for value, _ in question.choices] == ["road", "itt", "ttt"]
    for kind in ("road", "itt", "ttt"):
        done = with_answers([text], {"kind-1": kind})
        assert done.possible
        assert done.stages[0].stage.kind == kind
    assert not with_answers([text], {"kind-1": "sprint"}).possible


def test_a_stage_of_an_hour_on_which_nobody_came_in_together_is_asked_about():
    rows = " | ".join(f"Rider {n},Team {n % 3},1:10:{n:02}" for n in range(10, 20))
    found = dry(f"stage-1.csv: rider,team,time | {rows}")
    assert "hardly any riders finished together" in asked(found)["kind-1"].text
    together = " | ".join(f"Rider {n},Team {n % 3},1:10:11" for n in range(10, 20))
    assert dry(f"stage-1.csv: rider,team,time | {together}").questions == []


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("stage-1-itt.csv", "itt"),
        ("stage 2 team time trial.csv", "ttt"),
        ("prologue.csv", "itt"),
        ("etape-4-clm.csv", "itt"),
        ("stage 5 time trial.csv", "itt"),
    ],
)
def test_the_name_of_a_file_says_that_it_is_a_time_trial(name, kind):
    found = dry(f"{name}: rider,team,time | Ana Sol,Red,0:07:25 | Bea Luz,Blue,0:07:31")
    assert found.questions == []
    assert found.stages[0].stage.kind == kind


def test_the_cell_of_the_stage_says_it_too():
    found = dry(
        "t.csv: stage,rider,team,time | 3 (ITT),Ana Sol,Red,0:07:25 | Stage 3 ITT,Bea"
        " Luz,Blue,0:07:31"
    )
    assert (found.stages[0].stage.kind, found.questions) == ("itt", [])


def test_hours_and_minutes_are_not_minutes_and_seconds():
    text = (
        "stage-2.csv: rider,team,time | Ana Sol,Red,4:12 | Bea Luz,Blue,4:13 | Cleo Mar,Red,+0:30"
    )
    found = dry(text)
    assert not found.possible
    assert asked(found)["kind-2"].choices[0] == ("road-hours", "Road stage, won in 4:12:00 (hours)")
    arrivals = with_answers([text], {"kind-2": "road-hours"}).stages[0].results.arrivals
    assert [given.seconds for given in arrivals] == [15120, 15180, 15150]
    arrivals = with_answers([text], {"kind-2": "itt"}).stages[0].results.arrivals
    assert [given.seconds for given in arrivals] == [252, 253, 282]


def test_a_road_stage_of_four_minutes_is_one_of_four_hours_and_that_is_said():
    found = dry(
        "stage-2.csv: rider,team,time,kind | Ana Sol,Red,4:12,road | Bea Luz,Blue,4:13,road"
    )
    assert [given.seconds for given in found.stages[0].results.arrivals] == [15120, 15180]
    assert (
        "Stage 2: 4:12 is read as 4:12:00 (h:mm:ss), because no road stage takes 4:12."
        in found.warnings
    )


def test_twelve_seconds_for_hours_of_racing_are_asked_about():
    text = "stage-2.csv: rider,team,time | Ana Sol,Red,12.34 | Bea Luz,Blue,12.50"
    found = dry(text)
    assert not found.possible
    choices = dict(asked(found)["kind-2"].choices)
    assert choices["itt-minutes"] == "Individual time trial, won in 12:34 (minutes)"
    arrivals = with_answers([text], {"kind-2": "itt-minutes"}).stages[0].results.arrivals
    assert [(given.seconds, given.fraction) for given in arrivals] == [(754, 0), (770, 0)]


def test_a_winner_without_a_time_is_asked_about():
    text = (
        "stage-1.csv: place,rider,team,time,kind | 1,Ana Sol,Red,0:00:00,road | 2,Bea"
        " Luz,Blue,1:00:05,road"
    )
    found = dry(text)
    assert (
        asked(found)["time-1"].text
        == "Stage 1: Ana Sol, the winner, has a time of 0:00, Bea Luz behind has 1:00:05."
    )
    assert not found.possible
    assert with_answers([text], {"time-1": "right"}).possible


def test_a_bonus_of_a_day_is_asked_about():
    text = "stage-1.csv: rider,team,time,bonus | Ana Sol,Red,1:00:00,99999 | Bea Luz,Blue,+5,6"
    found = dry(text)
    assert (
        asked(found)["bonus-1"].text
        == "Stage 1: a bonus of more than a minute: Ana Sol 99999 s (stage-1.csv, row 2)."
    )
    assert not found.possible
    assert with_answers([text], {"bonus-1": "right"}).possible


@pytest.mark.parametrize("bonus", ["10'", "10''", '10"', "10\u2032", "10 s", "-10'", "10"])
def test_a_bonus_is_in_seconds_however_it_is_printed(bonus):
    table = f"rider;team;time;bonus | Ana Sol;Red;1:00:00;{bonus} | Bea Luz;Blue;+5;6'"
    found = dry("stage-1.csv: " + table.replace(";", "\t"))
    assert [given.bonus for given in found.stages[0].results.arrivals] == [10, 6]


def test_a_penalty_below_zero_is_refused():
    found = dry(
        "stage-1.csv: rider,team,time,penalty | Ana Sol,Red,1:00:00,-20 | Bea Luz,Blue,+5,20'"
    )
    assert problems(found) == [
        "2 penalty: “-20” is less than zero. Write a penalty without a sign: 20.",
        "3 penalty: “20'” may be seconds or minutes. Write 20 for seconds, 1:00 for a minute.",
    ]


def test_two_riders_with_one_number_are_asked_about():
    found = dry("stage-1.csv: bib,rider,team,time | 1,Ana Sol,Red,1:00:00 | 1,Bea Luz,Blue,+5")
    assert (
        asked(found)["numbers"].text
        == "Riders share a number: Ana Sol (Red) and Bea Luz (Blue) have the number 1."
    )
    assert not found.possible


def test_a_missing_stage_is_asked_about():
    texts = [
        "stage-1.csv: rider,team,time | Ana Sol,Red,1:00:00",
        "stage-3.csv: rider,team,time | Ana Sol,Red,1:00:00",
    ]
    assert asked(dry(*texts))["stages"].text.startswith(
        "There is no stage 2, but later stages have results."
    )
    assert with_answers(texts, {"stages": "right"}).possible


def test_two_winners_of_a_sprint_are_asked_about():
    texts = [
        "stage-1.csv: rider,team,time | Ana Sol,Red,1:00:00 | Bea Luz,Blue,+5",
        "sprints.csv: line,place,rider,points | Mill,1,Ana Sol,20 | Mill,1,Bea Luz,20",
    ]
    assert (
        asked(dry(*texts))["line-1-s1"].text == "Stage 1, Mill: Ana Sol and Bea Luz are both first."
    )


TYPO = [
    "stage-1.csv: rider,team,time | Nowak Zofia,Blue,1:00:00 | Ana Sol,Red,+5",
    "stage-2.csv: rider,team,time | Novak Zofia,Blue,2:00:00 | Ana Sol,Red,+5",
]


def test_a_slip_in_a_later_stage_is_asked_about_and_makes_nobody():
    found = dry(*TYPO)
    question = asked(found)["name-novak-zofia"]
    assert (
        question.text
        == "Novak Zofia (stage-2.csv, row 2) appears where Nowak Zofia is missing. Is this Nowak"
        " Zofia?"
    )
    assert not found.possible
    done = with_answers(TYPO, {"name-novak-zofia": "same"})
    assert (done.riders, problems(done), done.possible) == (2, [], True)
    assert [len(ready.results.arrivals) for ready in done.stages] == [2, 2]
    assert [row.notes for row in done.rows if row.notes] == [["“Novak Zofia” in the file"]]


def test_two_riders_of_nearly_one_name_stay_two():
    done = with_answers(TYPO, {"name-novak-zofia": "other"})
    assert done.riders == 2
    assert problems(done)[:1] == [
        "2 rider: Novak Zofia is out of the race since stage 1 (not named there)."
    ]


def test_a_row_that_is_wrong_is_the_reason_later_rows_of_the_rider_are_wrong():
    """The rider is named in stage 1: only that row cannot be taken."""
    found = dry(
        "stage-1.csv: place,rider,team,time,bonus | 1,Bea Luz,Red,3:00:00,0 | 2,Ana"
        " Sol,Red,+5,much",
        "stage-2.csv: place,rider,team,time | 1,Bea Luz,Red,3:30:00 | 2,Ana Sol,Red,+5",
    )
    wrong = "3 rider: Ana Sol is out of the race since stage 1 (the row there is wrong)."
    assert wrong in problems(found)


def test_a_slip_among_the_points_can_be_taken():
    texts = [
        "stage-1.csv: rider,team,time | Ana Sol,Red,1:00:00",
        "mountain.csv: rider,place,points | Anna Sol,1,5",
    ]
    assert not dry(*texts).questions[0].needed
    done = with_answers(texts, {"name-anna-sol": "same"})
    assert problems(done) == []
    assert done.stages[0].results.lines[0].riders == ("r1",)


def test_rows_that_are_left_out_bring_nobody_into_the_race():
    found = dry(
        "stage-1.csv: place,rider,team,time | 1,Ana Sol,Red,1:00:00 | 2,Bea Luz,Blue,oops |"
        " 3,Nowak, Zofia,Blue Team,1:00:05| 4,Ana Sol,Red,1:00:07"
    )
    assert [team.name for team in found.teams] == ["Red"]
    assert [text.split(":")[0] for text in problems(found)] == [
        "3 time",
        "4 row",
        "4 time",
        "5 rider",
    ]
    assert any(text.startswith("All rows of Bea Luz, Nowak are wrong.") for text in found.warnings)


def two_classifications():
    rules = dump_scheme(scheme("uci_stage_race"))
    rules["classifications"].append(GREEN)
    return ImportStart(read_scheme(rules))


SPRINT = [
    "stage-1.csv: rider,team,time | Ana Sol,Red,1:00:00 | Bea Luz,Blue,+5",
    "sprints.csv: line,place,rider,points | Mill,1,Ana Sol,20 | Mill,2,Bea Luz,17",
]


def test_points_of_a_file_belong_to_one_classification():
    found = with_answers(SPRINT, {}, two_classifications())
    assert dict(asked(found)["points-sprints"].choices) == {
        "regularity": "Points",
        "sprinters": "Sprinters",
    }
    done = with_answers(SPRINT, {"points-sprints": "regularity"}, two_classifications())
    assert done.stages[0].results.lines[0].classification == "regularity"
    assert dry(*SPRINT).stages[0].results.lines[0].classification == ""


@pytest.mark.parametrize("word", ["home", "x", "U25 climber"])
def test_what_an_unknown_mark_means_is_asked_once(word):
    texts = [
        f"riders.csv: rider,team,mark | Ana Sol,Red,{word} | Bea Luz,Red,{word}",
        "stage-1.csv: rider,team,time | Ana Sol,Red,1:00:00 | Bea Luz,Red,+5",
    ]
    found = dry(*texts)
    (question,) = found.questions
    assert (
        question.text
        == f"“{word}” (riders.csv, row 2 and 1 more) is not a known mark. What does it mean?"
    )
    assert dict(question.choices) == {"youth": "Youth", "nothing": "No mark"}
    assert problems(found) == []
    assert not found.possible
    for answer, marks in (("youth", ("youth",)), ("nothing", ())):
        done = with_answers(texts, {question.key: answer})
        assert done.possible
        assert [rider.marks for rider in done.teams[0].riders] == [marks, marks]


def test_a_mark_in_capitals_and_in_small_letters_is_one_question():
    found = dry(
        "stage-1.csv: rider,team,time,mark | Ana Sol,Red,1:00:00,Home | Bea Luz,Red,+5,home"
    )
    (question,) = found.questions
    assert question.text.startswith("“Home” (stage-1.csv, row 2 and 1 more) is not a known mark.")


@pytest.mark.parametrize(
    ("heading", "word"),
    [("mark", "youth"), ("mark", "U25"), ("youth", "x"), ("young", "yes"), ("U23", "1")],
)
def test_marks_that_are_known(heading, word):
    found = dry(
        f"stage-1.csv: rider,team,time,{heading} | Ana Sol,Red,1:00:00,{word} | Bea Luz,Red,+5,"
    )
    assert [rider.marks for rider in found.teams[0].riders] == [("youth",), ()]


def test_a_scheme_may_have_other_marks():
    rules = dump_scheme(scheme("uci_stage_race"))
    rules["classifications"].append(
        {"key": "amateurs", "name": "Amateurs", "by": "time", "mark": "amateur"}
    )
    found = with_answers(
        ["stage-1.csv: rider,team,time,mark | Ana Sol,Red,1:00:00,Amateur"],
        {},
        ImportStart(read_scheme(rules)),
    )
    assert found.teams[0].riders[0].marks == ("amateur",)


def test_a_team_time_trial_does_not_warn_for_each_pair():
    rows = [
        f"{place},Rider {team}{n},Team {team},0:3{place}:00"
        for place, team in enumerate("abc", 1)
        for n in range(6)
    ]
    found = dry(f"stage-1.csv: place,rider,team,time | {' | '.join(rows)}")
    assert found.stages[0].stage.kind == "ttt"
    assert found.warnings == []


def test_many_shared_places_are_one_line():
    rows = [
        f"{place},Rider {place}{n},Team {n},1:00:0{place}" for place in range(1, 9) for n in "xy"
    ]
    found = dry(f"stage-1.csv: place,rider,team,time | {' | '.join(rows)}")
    assert sum("riders are" in text for text in found.warnings) == 1


def test_gaps_alone_say_what_to_do():
    found = dry("stage-1.csv: rider,team,gap | Ana Sol,Red,0:00 | Bea Luz,Blue,0:05")
    assert (
        "Give the first the time of the stage (3:12:45) and leave the others their gaps (+0:12)."
        in problems(found)[0]
    )


def test_long_names_are_taken_and_longer_ones_are_told_with_their_row():
    long = "TASHKENT CITY WOMEN PROFESSIONAL CYCLING TEAM"
    found = dry(f"stage-1.csv: rider,team,time | Ana Sol,{long},1:00:00 | Bea Luz,{'x' * 81},+5")
    assert problems(found) == [f"3 team: “{'x' * 29}…” is too long: 81 characters of at most 80."]
    assert found.obstacles == []
    assert len(found.teams[0].name) == 45


def test_what_would_refuse_the_race_is_said_before():
    names = " | ".join(f"R{n} X,Team {n},1:00:00" for n in range(101))
    assert dry(f"stage-1.csv: rider,team,time | {names}").obstacles == [
        "A race has at most 99 teams of 99 riders."
    ]
