"""Chain the steps that are there.

Written out as the rule was when this was written (results/chain.py).
"""

import hashlib
import json
from datetime import UTC

from django.db import migrations


def checksum(previous, step):
    at = step.at.astimezone(UTC).isoformat(timespec="microseconds")
    said = [
        previous,
        step.ride_id,
        step.seq,
        at,
        step.by_name,
        step.token,
        step.who,
        step.text,
        step.takes_back,
    ]
    return hashlib.sha256(
        json.dumps(said, sort_keys=True, separators=(",", ":")).encode()
    ).hexdigest()


def fill(apps, schema_editor):
    steps, heads = (
        apps.get_model("play", "Step").objects,
        apps.get_model("play", "RideHead").objects,
    )
    for ride in apps.get_model("play", "Ride").objects.only("pk"):
        log, last = list(steps.filter(ride=ride).order_by("seq")), ""
        for step in log:
            step.checksum = last = checksum(last, step)
        steps.bulk_update(log, ["checksum"], batch_size=500)
        if log:
            heads.create(ride_id=ride.pk, seq=log[-1].seq, checksum=last)


def empty(apps, schema_editor):
    apps.get_model("play", "RideHead").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("play", "0006_add_step_checksums")]
    operations = [migrations.RunPython(fill, empty)]
