"""From now on no step is without a checksum."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0007_fill_step_checksums")]
    operations = [
        migrations.AddConstraint(
            model_name="step",
            constraint=models.CheckConstraint(
                condition=~models.Q(checksum=""), name="step_has_checksum"
            ),
        ),
    ]
