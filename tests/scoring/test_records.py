"""The records of the closing page."""

from tests.scoring.race import SCHEME, course_of, stage
from tourmanager.scoring.records import Feat, Record, records
from tourmanager.scoring.result import StageResult


def of(*stages: StageResult) -> dict[str, Record]:
    return {record.key: record for record in records(stages, course_of(*stages), SCHEME)}


def test_records_name_figure_and_holders() -> None:
    found = of(
        stage(1, "a1 10, b1 12, c1 13", lines=("s c1 a1", "s c1", "hc b1", "hill a1", "hill a1")),
        stage(2, "a1 10, b1 80, c1 81", lines=("s a1", "third c1", "third b1")),
        stage(3, "c1 0, a1 2, b1 3"),
    )
    assert found["stage_wins"] == Record("stage_wins", 2, "times", (Feat(("a1",)),))
    assert found["podiums"].figure == 3
    assert found["podiums"].feats == (Feat(("a1",)), Feat(("b1",)), Feat(("c1",)))
    assert (found["closest_finish"].figure, found["closest_finish"].feats) == (
        2,
        (Feat(("a1", "b1"), 1), Feat(("c1", "a1"), 3)),
    )
    assert (found["biggest_gap"].figure, found["biggest_gap"].feats) == (
        70,
        (Feat(("a1", "b1"), 2),),
    )
    assert (found["sprints"].figure, found["sprints"].feats) == (2, (Feat(("c1",)),))
    assert (found["passes"].figure, found["passes"].feats) == (2, (Feat(("b1",)),))
    assert (found["yellow"].figure, found["yellow"].unit, found["yellow"].feats) == (
        3,
        "days",
        (Feat(("a1",)),),
    )


def test_a_rider_who_went_out_keeps_his_records() -> None:
    found = of(stage(1, "a1 1, b1 9"), stage(2, "a1 1, b1 2"), stage(3, "b1 2", out="a1"))
    assert found["stage_wins"].feats == (Feat(("a1",)),)
    assert (found["yellow"].figure, found["yellow"].feats) == (2, (Feat(("a1",)),))


def test_a_record_nobody_holds_is_left_out() -> None:
    assert of() == {}
    assert set(of(stage(1, "a1 1"))) == {"stage_wins", "podiums", "yellow"}


def test_a_second_with_a_better_time_than_the_winner_makes_no_closest_finish() -> None:
    assert of(stage(1, "a1 34, b1 30"), stage(2, "a1 5, b1 9"))["closest_finish"].figure == 4
