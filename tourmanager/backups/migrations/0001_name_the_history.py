import django.utils.timezone
from django.db import migrations, models

import tourmanager.backups.models


def name_it(apps, schema_editor):
    apps.get_model("backups", "Epoch").objects.using(schema_editor.connection.alias).get_or_create(pk=1)


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Epoch",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(default=tourmanager.backups.models.new_name, max_length=32)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                ("restored_from", models.CharField(blank=True, max_length=255)),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="epoch_is_one_row")],
            },
        ),
        migrations.RunPython(name_it, migrations.RunPython.noop),
    ]
