"""Save, copy, delete and restore designed stages. Nothing else writes them."""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games.flamme_rouge.design import check_stage
from tourmanager.accounts.models import User
from tourmanager.tabletop.flamme_rouge.models import Design

MOST = 200  # of one user
KEPT = timedelta(days=30)  # how long a deleted one can come back
NAME = 60
FEWEST_RIDERS = 2  # what is wrong for so few is wrong for everybody


class DesignRefused(Exception):
    """The stage cannot be saved like this; `about` is the field that it is about, the message says
    why.
    """

    def __init__(self, words: str, about: str = "name") -> None:
        super().__init__(words)
        self.about = about


def save(
    *, owner: User, name: str, tiles: str, at: datetime, design: Design | None = None
) -> Design:
    """Save a new stage, or the changed `design`. Raises DesignRefused.

    A stage that is saved already, under that name and with those tiles, is saved once.
    """
    name = " ".join(name.split())
    if not name:
        raise DesignRefused(_("Give the stage a name."))
    if len(name) > NAME:
        raise DesignRefused(_("A name has %(name)s letters at most.") % {"name": NAME})
    if wrong := check_stage(tiles, FEWEST_RIDERS).errors:
        raise DesignRefused(" ".join(problem.words for problem in wrong), "tiles")
    mine = Design.objects.filter(owner=owner, deleted_at=None)
    if design is None:
        if same := mine.filter(name=name, tiles=tiles).first():
            return same
        if mine.count() >= MOST:
            raise DesignRefused(
                _("You have %(most)s stages. Delete one before you make another.") % {"most": MOST}
            )
        design = Design(owner=owner, created_at=at)
    design.name, design.tiles, design.changed_at = name, tiles, at
    try:
        with transaction.atomic():
            design.save()
    except IntegrityError:
        raise DesignRefused(
            _("You have a stage “%(name)s” already. Give this one another name.") % {"name": name}
        ) from None
    return design


def copy(design: Design, *, at: datetime) -> Design:
    """Copy a stage beside the first one; pressed twice there is still one copy. Raises
    DesignRefused.
    """
    return save(
        owner=design.owner,
        name=_free(design.owner, design.name, "copy", design.tiles),
        tiles=design.tiles,
        at=at,
    )


def delete(design: Design, *, at: datetime) -> None:
    Design.objects.filter(owner=design.owner, deleted_at__lt=at - KEPT).delete()
    Design.objects.filter(pk=design.pk, deleted_at=None).update(deleted_at=at)


def restore(design: Design) -> Design:
    """Restore a deleted stage, under another name if its own was given away meanwhile."""
    if design.deleted_at is not None:
        design.name = _free(design.owner, design.name, "back", design.tiles)
        design.deleted_at = None
        design.save(update_fields=["name", "deleted_at"])
    return design


def _free(owner: User, name: str, word: str, tiles: str) -> str:
    """Return the name with a word behind it, and a number if need be, that no stage of other tiles
    has.
    """
    tiles_by_name = dict(
        Design.objects.filter(owner=owner, deleted_at=None).values_list("name", "tiles")
    )
    if word == "back" and name not in tiles_by_name:
        return name
    number = 1
    while True:
        end = f", {word}{f' {number}' if number > 1 else ''}"
        free = name[: NAME - len(end)] + end
        if free not in tiles_by_name or (word == "copy" and tiles_by_name[free] == tiles):
            return free
        number += 1
