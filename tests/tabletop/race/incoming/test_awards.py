"""Award tables without names of lines, told apart."""

from tests.tabletop.race.incoming.files import dry

FOUR = (
    "times.csv: place,rider,team,time | 1,Ana A,Red,100 | 2,Bea B,Red,100 | 3,Cleo C,Blue,100 |"
    " 4,Dora D,Blue,100"
)


def lines(found, stage=0):
    return [
        (line.label, line.category, line.riders, line.paid)
        for line in found.stages[stage].results.lines or ()
    ]


def test_the_finish_is_known_by_the_arrivals():
    found = dry(
        FOUR,
        "points.csv: place,rider,points | 1,Ana A,50 | 1,Dora D,20 | 2,Bea B,30 | 2,Ana A,17 |"
        " 3,Cleo C,20 | 3,Bea B,15",
    )
    assert found.stages[0].results.finish_paid == {"regularity": {"r1": 50, "r2": 30, "b1": 20}}
    assert lines(found) == [("Sprint 1", "is", ("b2", "r1", "r2"), (20, 17, 15))]
    assert found.stages[0].stage.type == "flat"


def test_who_wins_sprint_and_finish_has_the_finish_that_pays_as_its_other_places_do():
    found = dry(
        FOUR,
        "points.csv: place,rider,points | 1,Ana A,25 | 1,Ana A,20 | 2,Bea B,20 | 2,Bea B,17"
        "| 3,Dora D,17 | 3,Cleo C,15 | 4,Cleo C,15 | 4,Dora D,13",
    )
    assert found.stages[0].results.finish_paid == {
        "regularity": {"r1": 20, "r2": 17, "b1": 15, "b2": 13}
    }
    assert lines(found) == [("Sprint 1", "is", ("r1", "r2", "b2", "b1"), (25, 20, 17, 15))]
    assert found.stages[0].stage.type == "high"


def test_nobody_stands_twice_in_one_line():
    found = dry(
        FOUR, "climbs.csv: place,rider,points | 1,Ana A,2 | 1,Bea B,2 | 2,Ana A,1 | 2,Bea B,1"
    )
    assert lines(found) == [
        ("Climb 1", "third", ("r1", "r2"), (2, 1)),
        ("Climb 2", "third", ("r2", "r1"), (2, 1)),
    ]


def test_points_go_with_the_category_of_their_line():
    found = dry(
        FOUR,
        "climbs.csv: place,rider,points | 1,Ana A,10 | 1,Bea B,5 | 2,Cleo C,3 | 2,Dora D,8 | 3,Dora"
        " D,2 | 3,Cleo C,6",
    )
    assert lines(found) == [
        ("Climb 1", "first", ("r1", "b2", "b1"), (10, 8, 6)),
        ("Climb 2", "second", ("r2", "b1", "b2"), (5, 3, 2)),
    ]


def test_a_climb_that_pays_like_none_of_the_scheme_is_just_a_climb():
    found = dry(FOUR, "climbs.csv: place,rider,points | 1,Ana A,3 | 2,Bea B,2")
    assert lines(found) == [("Climb 1", "climb", ("r1", "r2"), (3, 2))]


def test_lines_with_names_are_what_they_say():
    found = dry(
        FOUR,
        "points.csv: line,category,place,rider,points | Village,sprint,2,Bea B,17 |"
        " Village,sprint,1,Ana A,20| Summit,1,1,Cleo C,10 | finish,finish,1,Ana A,50",
    )
    assert lines(found) == [
        ("Village", "is", ("r1", "r2"), (20, 17)),
        ("Summit", "first", ("b1",), (10,)),
    ]
    assert found.stages[0].results.finish_paid == {"regularity": {"r1": 50}}


def test_points_that_are_not_the_schemes_are_told_and_kept():
    found = dry(FOUR, "points.csv: place,rider,points | 1,Ana A,50 | 2,Bea B,31 | 3,Cleo C,20")
    assert any("Bea B, 2nd, has 31, the scheme gives 30" in text for text in found.warnings)
    assert found.stages[0].results.finish_paid == {"regularity": {"r1": 50, "r2": 31, "b1": 20}}
