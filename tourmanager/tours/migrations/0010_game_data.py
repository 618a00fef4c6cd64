"""Add what a game keeps of a tour by itself; the columns that belong to one game get defaults.

The road of a stage becomes its course, which any game may have.
"""

from django.db import migrations, models


def columns(model):
    return [
        migrations.AddField(model, "game_data", models.JSONField(blank=True, default=dict)),
        migrations.AlterField(model, "character", models.CharField(default="", max_length=10)),
        migrations.AlterField(model, "riders_per_team", models.PositiveSmallIntegerField(default=1)),
        migrations.AlterField(model, "mountain_attacks", models.PositiveSmallIntegerField(default=0)),
    ]


class Migration(migrations.Migration):
    dependencies = [("tours", "0009_manager_points")]
    operations = [
        migrations.RemoveConstraint("tour", "tour_five_or_six_riders"),
        *columns("tour"),
        *columns("historicaltour"),
        migrations.RenameField("stage", "road", "course"),
    ]
