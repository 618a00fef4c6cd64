"""`manage.py purge_erased`: delete for good the tours that were erased more than thirty days
ago.
"""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.tours.pages.keeping import purge


class Command(BaseCommand):
    help = _("Delete for good the tours that were erased more than thirty days ago.")

    def handle(self, *args: Any, **options: Any) -> None:
        count = purge(at=timezone.now())
        self.stdout.write(
            ngettext(
                "%(count)s erased tour deleted for good.",
                "%(count)s erased tours deleted for good.",
                count,
            )
            % {"count": count}
        )
