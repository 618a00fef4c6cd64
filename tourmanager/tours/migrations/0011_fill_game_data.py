"""Move what belongs to one game from columns into `game_data`, and back.

A tour of a game that nobody knows keeps all of it.
"""

from django.db import migrations
from django.db.models import Count

COLUMNS = ("character", "riders_per_team", "mountain_attacks")
KEPT = {"cycling_party": COLUMNS, "flamme_rouge": ("riders_per_team",), "race": ()}
CHARACTERS = {"flamme_rouge": "grand_tour", "race": "race"}


def fill(apps, schema_editor):
    for name in ("Tour", "HistoricalTour"):
        for tour in apps.get_model("tours", name).objects.iterator():
            kept = KEPT.get(tour.game, COLUMNS)
            tour.game_data = {column: getattr(tour, column) for column in kept}
            tour.save(update_fields=["game_data"])


def empty(apps, schema_editor):
    teams = apps.get_model("tours", "TourTeam").objects.annotate(size=Count("riders"))
    largest = {}
    for tour, size in teams.order_by("size").values_list("tour_id", "size"):
        largest[tour] = size
    for name in ("Tour", "HistoricalTour"):
        for tour in apps.get_model("tours", name).objects.iterator():
            data = tour.game_data
            tour.character = data.get("character", CHARACTERS.get(tour.game, ""))
            tour.riders_per_team = data.get("riders_per_team") or largest.get(tour.id, 1)
            tour.mountain_attacks = data.get("mountain_attacks", 0)
            tour.save(update_fields=COLUMNS)


class Migration(migrations.Migration):
    dependencies = [("tours", "0010_game_data")]
    operations = [migrations.RunPython(fill, empty)]
