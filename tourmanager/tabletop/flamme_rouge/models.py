"""Store stages that users lay out of tiles."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Design(models.Model):
    """A stage that a user laid out of tiles, to ride it or to share it."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="designs"
    )
    name = models.CharField(max_length=60)
    tiles = models.CharField(max_length=120)  # in their order, with spaces between: "a b c ... u"
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    # for a while, so that deleting can be undone
    deleted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-changed_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "name"],
                condition=Q(deleted_at=None),
                name="design_name_once_of_an_owner",
            ),
            models.CheckConstraint(
                condition=~Q(name="") & ~Q(tiles=""), name="design_has_name_and_tiles"
            ),
        ]

    def __str__(self) -> str:
        return self.name
