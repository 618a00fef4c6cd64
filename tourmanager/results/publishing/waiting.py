"""Find the stages that wait for somebody's word: a second person has to confirm them, and this user
may.
"""

from collections.abc import Iterable, Sequence

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from tourmanager.accounts.models import User
from tourmanager.results.models import Entry
from tourmanager.results.publishing.approving import entered_something
from tourmanager.tours.models import Stage, Tour


def stages_waiting_for(
    user: User | AnonymousUser, tours: Iterable[Tour] | None = None
) -> list[Stage]:
    """Return the proposed stages that the user directs and entered nothing in, of these tours or of
    all that are in use (1 query; 2 where a stage is proposed; none where no tour asks for a second
    person).
    """
    asking = None if tours is None else [tour for tour in tours if tour.second_person]
    if not isinstance(user, User) or asking == []:
        return []
    of_tours = Q(tour__archived_at=None) if asking is None else Q(tour__in=asking)
    proposed = Stage.objects.filter(
        of_tours,
        approval=Stage.Approval.PROPOSED,
        tour__directors=user,
        tour__erased_at=None,
    )
    stages = list(proposed.select_related("tour").order_by("tour__name", "number"))
    entries = _entries_that_may_be_of(user, stages)
    return [
        stage
        for stage in stages
        if not stage.tour.unknown_game
        and not entered_something(entries[stage.pk], user.pk, str(user))
    ]


def _entries_that_may_be_of(user: User, stages: Sequence[Stage]) -> dict[int, list[Entry]]:
    """Return entries of the stages that are the user's, or that came with a file and only name
    their author.
    """
    found: dict[int, list[Entry]] = {stage.pk: [] for stage in stages}
    if found:
        own = Entry.objects.filter(Q(by=user) | Q(by=None), stage__in=stages)
        for entry in own.only("stage_id", "by_id", "by_name", "body"):
            found[entry.stage_id].append(entry)
    return found
