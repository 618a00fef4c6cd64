"""Chain the steps of a ride by checksums (results/log/chain.py) as they are written, and find out
where they were changed.
"""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from tourmanager.play.models import Ride, RideHead, Step
from tourmanager.results.log import chain
from tourmanager.tours.models import Tour


def append(ride: Ride, steps: Sequence[Step]) -> None:
    """Write steps in order. The caller has locked the ride and read it with its head."""
    if not steps:
        return
    head = head_of(ride)
    head.checksum = chain.link(steps, head.checksum)
    head.seq = steps[-1].seq
    Step.objects.bulk_create(steps)
    head.save()


def head_of(ride: Ride) -> RideHead:
    try:
        return ride.head
    except RideHead.DoesNotExist:
        ride.head = RideHead(ride=ride)
        return ride.head


def rides_of(tour: Tour | None) -> Iterable[Ride]:
    """Return the digital stages of a tour; without a tour those that belong to none."""
    return (
        Ride.objects.filter(stage__tour=tour, stage__isnull=tour is None)
        .select_related("stage", "head")
        .order_by("pk")
    )


def find_problems(ride: Ride) -> list[str]:
    """Say where the log of a ride does not fit its checksums."""
    head = head_of(ride)
    trouble = chain.find_break(list(ride.steps.order_by("seq")), head.seq, head.checksum)
    where = _("%(stage)s, digital") % {"stage": ride.stage} if ride.stage else ride.name
    return [f"{where}: {trouble}"] if trouble else []
