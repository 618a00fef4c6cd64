from datetime import timedelta

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.utils import timezone


def note_open_sessions(apps, schema_editor):
    """List the devices that are signed in already: what they are is not known, nor exactly when
    they signed in.
    """
    SignIn = apps.get_model("accounts", "SignIn")
    Session = apps.get_model("sessions", "Session")
    users = {str(pk): pk for pk in apps.get_model("accounts", "User").objects.values_list("pk", flat=True)}
    store = SessionStore()
    rows = []
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        user = users.get(str(store.decode(session.session_data).get(SESSION_KEY)))
        if user is not None:
            saved_at = session.expire_date - timedelta(seconds=settings.SESSION_COOKIE_AGE)
            rows.append(SignIn(session=session, user_id=user, user_agent="", at=saved_at, seen_at=saved_at))
    SignIn.objects.bulk_create(rows, batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_sign_in'),
    ]

    operations = [
        migrations.RunPython(note_open_sessions, migrations.RunPython.noop),
    ]
