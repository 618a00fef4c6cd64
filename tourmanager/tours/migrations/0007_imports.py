"""Keep which files a tour came by, and which of them says that a stage is official."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tours", "0006_draft_game")]

    operations = [
        migrations.AddField("tour", "imports", models.JSONField(blank=True, default=list)),
        migrations.AddField("stage", "state_imported", models.PositiveSmallIntegerField(default=0)),
    ]
