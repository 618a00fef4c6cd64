"""Every tour gets its own copy of the scheme it was created with, with the Cycling Party points its players chose."""

from django.db import migrations

from tourmanager.scoring.scheme import dump_scheme, scheme


def fill(apps, schema_editor):
    for name in ("Tour", "HistoricalTour"):
        for tour in apps.get_model("tours", name).objects.iterator():
            tour.rules = dump_scheme(scheme(tour.scheme).with_manager_points(tour.scale))
            tour.save(update_fields=["rules"])


def empty(apps, schema_editor):
    for name in ("Tour", "HistoricalTour"):
        for tour in apps.get_model("tours", name).objects.iterator():
            tour.scale = tour.rules["league"]["points"]
            tour.save(update_fields=["scale"])


class Migration(migrations.Migration):
    dependencies = [("tours", "0002_scoring_rules")]
    operations = [migrations.RunPython(fill, empty)]
