"""Drop the columns that belong to one game, and say of every tour and draft which game it is of."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tours", "0011_fill_game_data")]
    operations = [
        *(
            migrations.RemoveField(model, column)
            for model in ("tour", "historicaltour")
            for column in ("character", "riders_per_team", "mountain_attacks")
        ),
        *(
            migrations.AlterField(model, "game", models.CharField(max_length=20))
            for model in ("tour", "historicaltour", "draft")
        ),
        migrations.AlterField("stage", "course", models.JSONField(blank=True, default=dict)),
    ]
