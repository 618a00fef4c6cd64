import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Take over the table of imports of results, which `results` made and renamed."""

    initial = True

    dependencies = [
        ("results", "0010_move_incoming"),
        ("tours", "0012_drop_game_columns"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="ResultImport",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("stage", models.PositiveSmallIntegerField(default=0)),
                        ("name", models.CharField(blank=True, max_length=80)),
                        ("scheme", models.CharField(blank=True, max_length=40)),
                        ("files", models.JSONField()),
                        ("answers", models.JSONField(blank=True, default=dict)),
                        ("made_at", models.DateTimeField()),
                        ("done_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "owner",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "tour",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tours.tour",
                            ),
                        ),
                    ],
                ),
            ],
        ),
    ]
