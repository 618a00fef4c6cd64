"""What belongs to one game moves from columns into `game_data`, and back, in whatever database."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.factory import NOW

BEFORE, AFTER = [("tours", "0009_manager_points")], [("tours", "0012_drop_game_columns")]
COLUMNS = ("character", "riders_per_team", "mountain_attacks")
TOURS = {  # game: its columns, and what is kept of them
    "cycling_party": (
        ("high", 6, 2),
        {"character": "high", "riders_per_team": 6, "mountain_attacks": 2},
    ),
    "flamme_rouge": (("grand_tour", 2, 0), {"riders_per_team": 2}),
    "race": (("race", 3, 0), {}),
    "curling": (("odd", 4, 9), {"character": "odd", "riders_per_team": 4, "mountain_attacks": 9}),
}
ROAD = {"tiles": "a b c u", "name": "Home", "breakaway": True}


def migrated(target):
    """Migrate to there; return the models of that moment."""
    executor = MigrationExecutor(connection)
    executor.migrate(target)
    return MigrationExecutor(connection).loader.project_state(target).apps


@pytest.fixture
def _there_again():
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_there_again")
def test_columns_of_one_game_become_its_data_and_columns_again():
    old = migrated(BEFORE)
    for game, (values, _) in TOURS.items():
        fields = {
            "name": game,
            "slug": game,
            "game": game,
            "scheme": "uci_stage_race",
            "created_at": NOW,
            "changed_at": NOW,
            **dict(zip(COLUMNS, values, strict=True)),
        }
        tour = old.get_model("tours", "Tour").objects.create(**fields)
        del fields["changed_at"]
        old.get_model("tours", "HistoricalTour").objects.create(
            id=tour.pk, history_date=NOW, history_type="+", **fields
        )
        team = old.get_model("tours", "TourTeam").objects.create(
            tour=tour, seat=1, letter="a", name="Azure", short_name="AZU", colour="", pattern=""
        )
        for number in range(1, values[1] + 1):
            old.get_model("tours", "TourRider").objects.create(
                team=team, number=number, name=f"Rider {number}"
            )
        old.get_model("tours", "Stage").objects.create(
            tour=tour, number=1, type="flat", length=70, road=ROAD
        )

    new = migrated(AFTER)
    for name in ("Tour", "HistoricalTour"):
        for tour in new.get_model("tours", name).objects.all():
            assert tour.game_data == TOURS[tour.game][1], (name, tour.game)
            assert not hasattr(tour, "character")
    assert [stage.course for stage in new.get_model("tours", "Stage").objects.all()] == [ROAD] * 4

    again = migrated(BEFORE)
    for name in ("Tour", "HistoricalTour"):
        for tour in again.get_model("tours", name).objects.all():
            assert tuple(getattr(tour, column) for column in COLUMNS) == TOURS[tour.game][0]
    assert [stage.road for stage in again.get_model("tours", "Stage").objects.all()] == [ROAD] * 4
