"""Run Django's commands for Tour Manager: `manage.py`, `tour-manager` and `python -m tourmanager`
alike. What is wrong with settings or database is said in a sentence; of the settings in English,
for nothing can be translated without them.
"""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tourmanager.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import Error

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"The settings are wrong. {error}")
    except Error as error:
        from django.conf import settings
        from django.utils.translation import gettext

        from tourmanager.web.databases import database_words
        from tourmanager.web.outage import outage_of

        outage = outage_of(error)
        if outage is None or "--traceback" in sys.argv:
            raise
        database = gettext(
            "This command used %(database)s. To use another one, set DATABASE_URL in the file .env."
        ) % {"database": database_words(settings.DATABASES["default"])}
        sys.exit(f"{outage.detail}\n{database}\n({error})")


if __name__ == "__main__":
    main()
