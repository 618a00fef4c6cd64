import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("riders", "0003_fill_team_owner")]

    operations = [
        migrations.RemoveConstraint(model_name="team", name="team_name_once"),
        migrations.RemoveConstraint(model_name="team", name="team_short_name_once"),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("name"),
                models.F("owner"),
                name="team_name_once_per_owner",
                violation_error_message="This owner has a team of this name already.",
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("short_name"),
                models.F("owner"),
                name="team_short_name_once_per_owner",
                violation_error_message="This owner has a team of this short name already.",
            ),
        ),
    ]
