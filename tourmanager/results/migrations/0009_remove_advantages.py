from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("results", "0008_extras")]
    operations = [migrations.RemoveField("standing", "advantages")]
