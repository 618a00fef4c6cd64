"""Files of results between their dry run and their import."""

from django.conf import settings
from django.db import models

from tourmanager.tours.models import Tour

SHEET = ", sheet "  # between the name of a workbook and that of its sheet, as uploads keep it


class ResultImport(models.Model):
    """Files of results that were chosen: their lines as read, so that what was shown is what is
    recorded.

    It stays for a while after it was accepted, so that a second press of the button finds what the
    first one made.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    # none: a new race
    tour = models.ForeignKey(
        Tour, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    # the one whose page it began on, for files that name none
    stage = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(max_length=80, blank=True)  # of the new race
    scheme = models.CharField(max_length=40, blank=True)
    files = models.JSONField()  # [[name, files.Lines], ...]
    answers = models.JSONField(default=dict, blank=True)  # to what the import asks, by question
    made_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return ", ".join(dict.fromkeys(name.partition(SHEET)[0] for name, _ in self.files))
