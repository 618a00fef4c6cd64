"""From now on no entry is without a checksum."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("results", "0005_fill_checksums")]
    operations = [
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=~models.Q(checksum=""), name="entry_has_checksum"
            ),
        ),
    ]
