import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Take over the table of designs, which `play` made and renamed."""

    initial = True

    dependencies = [
        ("play", "0011_move_designs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Design",
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
                        ("name", models.CharField(max_length=60)),
                        ("tiles", models.CharField(max_length=120)),
                        ("created_at", models.DateTimeField()),
                        ("changed_at", models.DateTimeField()),
                        ("deleted_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "owner",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="designs",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ["-changed_at", "-pk"],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=["owner", "name"],
                                condition=Q(deleted_at=None),
                                name="design_name_once_of_an_owner",
                            ),
                            models.CheckConstraint(
                                condition=~Q(name="") & ~Q(tiles=""),
                                name="design_has_name_and_tiles",
                            ),
                        ],
                    },
                ),
            ],
        ),
    ]
