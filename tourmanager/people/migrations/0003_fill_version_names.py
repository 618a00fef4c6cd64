"""Write the name of its author into each version whose account is still there."""

from django.db import migrations
from django.db.models import OuterRef, Subquery


def fill(apps, schema_editor):
    users = apps.get_model("accounts", "User").objects
    name = users.filter(pk=OuterRef("history_user_id")).values("username")[:1]
    for model in ("HistoricalPerson",):
        versions = apps.get_model("people", model).objects
        versions.filter(history_user_name="", history_user_id__in=users.values("pk")).update(
            history_user_name=Subquery(name)
        )


class Migration(migrations.Migration):
    dependencies = [("people", "0002_versions_keep_names")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
