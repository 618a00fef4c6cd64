"""What belongs to one game leaves the fields of results: it becomes `extras` of the result."""

from django.db import migrations, models

OWN = ("exhaustion", "traits")


def to_extras(apps, schema_editor):
    for standing in apps.get_model("results", "Standing").objects.iterator():
        result = standing.result
        past = {
            arrival["rider"]: squares
            for arrival in result.get("arrivals", ())
            if (squares := arrival.pop("past", 0))
        }
        found = {"used": standing.advantages, "past": past}
        found |= {key: result.pop(key, {}) for key in OWN}
        result["extras"] = {key: value for key, value in found.items() if value}
        standing.version = 4 if standing.version == 3 else standing.version
        standing.save(update_fields=["result", "version"])


def from_extras(apps, schema_editor):
    for standing in apps.get_model("results", "Standing").objects.iterator():
        result = standing.result
        extras = result.pop("extras", {})
        past = extras.get("past", {})
        for arrival in result.get("arrivals", ()):
            arrival["past"] = past.get(arrival["rider"], 0)
        for key in OWN:
            result[key] = extras.get(key, {})
        standing.advantages = extras.get("used", {})
        standing.version = 3 if standing.version == 4 else standing.version
        standing.save(update_fields=["result", "version", "advantages"])


class Migration(migrations.Migration):
    dependencies = [("results", "0007_incoming_answers")]
    operations = [
        migrations.AlterField("standing", "advantages", models.JSONField(default=dict)),
        migrations.RunPython(to_extras, from_extras),
    ]
