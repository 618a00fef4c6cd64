"""`manage.py purge_erased`: delete for good the tours that were erased more than thirty days
ago.
"""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tourmanager.tours.pages.keeping import purge


class Command(BaseCommand):
    help = "Delete for good the tours that were erased more than thirty days ago."

    def handle(self, *args: Any, **options: Any) -> None:
        count = purge(at=timezone.now())
        self.stdout.write(f"{count} erased tour{'' if count == 1 else 's'} deleted for good.")
