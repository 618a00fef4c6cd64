"""Add checksums to the entries of logs, the head of each log, and the version of what made a kept
result.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("results", "0003_incoming"), ("tours", "0007_imports")]

    operations = [
        migrations.AddField(
            "entry", "checksum", models.CharField(default="", max_length=64), preserve_default=False
        ),
        migrations.AddField("entry", "imported", models.PositiveSmallIntegerField(default=0)),
        # results that are there were made by the code before there were versions
        migrations.AddField(
            "standing",
            "version",
            models.PositiveSmallIntegerField(default=1),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name="LogHead",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField(default=0)),
                ("checksum", models.CharField(blank=True, max_length=64)),
                ("bytes", models.PositiveBigIntegerField(default=0)),
                ("weight", models.PositiveBigIntegerField(default=0)),
                ("read_again", models.PositiveBigIntegerField(default=0)),
                ("stale", models.BooleanField(default=True)),
                (
                    "stage",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log_head",
                        to="tours.stage",
                    ),
                ),
            ],
        ),
    ]
