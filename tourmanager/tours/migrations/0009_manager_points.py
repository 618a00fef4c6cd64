"""Store the points of the players as `manager_points`: the word league is kept for leagues of tours.

The rules that a draft holds stay as they are: they are read like those of a file of any version.
"""

from django.db import migrations


def rename(apps, schema_editor):
    for name in ("Tour", "HistoricalTour"):
        for tour in apps.get_model("tours", name).objects.filter(rules__has_key="league").iterator():
            tour.rules = renamed(tour.rules)
            tour.save(update_fields=["rules"])


def rename_back(apps, schema_editor):
    for name in ("Tour", "HistoricalTour"):
        rows = apps.get_model("tours", name).objects.filter(rules__has_key="manager_points")
        for tour in rows.iterator():
            points = {key: value for key, value in tour.rules["manager_points"].items() if key != "title"}
            tour.rules = {
                **{key: value for key, value in tour.rules.items() if key != "manager_points"},
                "league": points,
            }
            tour.save(update_fields=["rules"])


def renamed(rules):
    """The title of their page was made of the name so far."""
    points = rules["league"]
    short = points["name"].removesuffix(" points")
    return {
        **{key: value for key, value in rules.items() if key != "league"},
        "manager_points": {"title": short if " " in short else "", **points},
    }


class Migration(migrations.Migration):
    dependencies = [("tours", "0008_names_up_to_80")]
    operations = [migrations.RunPython(rename, rename_back)]
