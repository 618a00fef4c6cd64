"""Who left the race in a stage has a status: until now there was one way only."""

from django.db import migrations


def say_status(apps, schema_editor):
    for standing in apps.get_model("results", "Standing").objects.iterator():
        standing.result["statuses"] = dict.fromkeys(standing.result.pop("out", ()), "dnf")
        standing.save(update_fields=["result"])


def say_out(apps, schema_editor):
    for standing in apps.get_model("results", "Standing").objects.iterator():
        standing.result["out"] = list(standing.result.pop("statuses", {}))
        standing.save(update_fields=["result"])


class Migration(migrations.Migration):
    dependencies = [("results", "0001_initial")]
    operations = [migrations.RunPython(say_status, say_out)]
