from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tours", "0003_fill_rules")]
    operations = [
        # a default lets the way back add the column again
        migrations.AlterField(model_name="historicaltour", name="scale", field=models.JSONField(default=dict)),
        migrations.AlterField(model_name="tour", name="scale", field=models.JSONField(default=dict)),
        migrations.RemoveField(model_name="historicaltour", name="scale"),
        migrations.RemoveField(model_name="tour", name="scale"),
    ]
