"""Store the tokens by which programs record for a director. Of a token itself only a digest is
stored.
"""

from django.db import models
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.tours.models import Tour

LONGEST_NAME = 60


class Token(models.Model):
    """Lets a program record what its user may record: in one tour, or in all that they direct."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=LONGEST_NAME)
    # the only one it is for; None: all tours of its user
    tour = models.ForeignKey(Tour, null=True, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    ending = models.CharField(max_length=4)  # its last characters, to tell tokens apart
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return _("%(name)s, ending in %(ending)s") % {"name": self.name, "ending": self.ending}

    def covers(self, tour: Tour) -> bool:
        """Return True when the token is for that tour too."""
        return self.tour_id is None or self.tour_id == tour.pk
