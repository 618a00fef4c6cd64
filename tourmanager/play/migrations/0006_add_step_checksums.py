"""Add checksums to the steps of digital stages, and the head of each log."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0005_reseated")]

    operations = [
        migrations.AddField(
            "step", "checksum", models.CharField(default="", max_length=64), preserve_default=False
        ),
        migrations.CreateModel(
            name="RideHead",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField(default=0)),
                ("checksum", models.CharField(blank=True, max_length=64)),
                (
                    "ride",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="head",
                        to="play.ride",
                    ),
                ),
            ],
        ),
    ]
