from django.db import migrations


class Migration(migrations.Migration):
    """Imports of results belong to the room of races: the table goes along, with its rows."""

    dependencies = [("results", "0009_remove_advantages")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.AlterModelTable("incoming", "race_resultimport")],
            state_operations=[migrations.DeleteModel("Incoming")],
        )
    ]
