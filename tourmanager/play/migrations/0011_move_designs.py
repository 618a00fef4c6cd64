from django.db import migrations


class Migration(migrations.Migration):
    """Designs belong to the room of their game: the table goes along, with its rows."""

    dependencies = [("play", "0010_seat_handing_on")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.AlterModelTable("design", "flamme_rouge_design")],
            state_operations=[migrations.DeleteModel("Design")],
        )
    ]
