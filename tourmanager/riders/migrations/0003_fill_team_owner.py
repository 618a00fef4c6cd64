from django.conf import settings
from django.db import migrations


def fill_owners(apps, schema_editor):
    """A team belongs to the account that created it, as its history says; where there is one
    account only, to that one.

    Teams that a command created, or somebody whose account was deleted, get no owner: staff
    look after them.
    """
    Team = apps.get_model("riders", "Team")
    HistoricalTeam = apps.get_model("riders", "HistoricalTeam")
    app, model = settings.AUTH_USER_MODEL.split(".")
    accounts = set(
        apps.get_model(app, model).objects.filter(is_active=True).values_list("pk", flat=True)
    )
    if len(accounts) == 1:
        Team.objects.update(owner=accounts.pop())
        return
    created = HistoricalTeam.objects.filter(history_type="+").order_by("history_date", "history_id")
    # the last, should a number have been used twice
    creators = dict(created.values_list("id", "history_user"))
    for team in Team.objects.only("pk"):
        if creators.get(team.pk) is not None:
            Team.objects.filter(pk=team.pk).update(owner=creators[team.pk])


class Migration(migrations.Migration):
    dependencies = [("riders", "0002_team_owner")]

    operations = [migrations.RunPython(fill_owners, migrations.RunPython.noop)]
