"""Say whether what is published is provisional or official, and when it was last changed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tourmanager.scoring.words import join_with_and
from tourmanager.tours.models import REST, Stage
from tourmanager.tours.planning.imports import source_words

Approval = Stage.Approval


@dataclass(frozen=True)
class Published:
    """The state of one ended stage, or of all stages that classifications were summed from."""

    approval: str
    updated: datetime | None  # when a stage was last ended or approved
    since: datetime | None = None  # since when it is official
    open: Sequence[Stage] = ()  # the stages that are not official, where there are several in all
    source: str = ""  # where not this server, but an imported file says so

    @property
    def official(self) -> bool:
        return self.approval == Approval.OFFICIAL

    @property
    def word(self) -> str:
        return _("Official") if self.official else _("Provisional")

    @property
    def why(self) -> str:
        """Return what keeps it from being official."""
        if self.approval == Approval.PROPOSED:
            return _("waiting for a second person to confirm")
        if not self.open:
            return ""
        names = (
            join_with_and([str(stage).lower() for stage in self.open])
            if len(self.open) < 4
            else _("%(count)s stages") % {"count": len(self.open)}
        )
        return ngettext(
            "%(stages)s is not official yet", "%(stages)s are not official yet", len(self.open)
        ) % {"stages": names}


def of_stage(stage: Stage) -> Published | None:
    """Return the state of one stage; None before it has ended, and for a rest day."""
    if stage.state != Stage.State.ENDED or stage.kind == REST:
        return None
    updated = _last([stage.ended_at, stage.approved_at])
    return Published(stage.approval, updated, stage.approved_at, source=_source(stage))


def _source(stage: Stage) -> str:
    return source_words(stage.tour, stage.state_imported) if stage.state_imported else ""


def of_stages(stages: Iterable[Stage]) -> Published | None:
    """Return the state of the sum of stages: official where all are. None where none of them has
    ended.
    """
    ended = [stage for stage in stages if of_stage(stage) is not None]
    if not ended:
        return None
    since = _last([stage.approved_at for stage in ended])
    updated = _last([since, *(stage.ended_at for stage in ended)])
    missing = [stage for stage in ended if stage.approval != Approval.OFFICIAL]
    if missing:
        return Published(Approval.PROVISIONAL, updated, None, missing if len(ended) > 1 else ())
    source = next(filter(None, map(_source, ended)), "")
    return Published(Approval.OFFICIAL, updated, since, source=source)


def _last(moments: Iterable[datetime | None]) -> datetime | None:
    return max((moment for moment in moments if moment is not None), default=None)
