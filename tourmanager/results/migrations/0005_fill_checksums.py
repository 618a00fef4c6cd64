"""Chain the entries that are there, and count what their logs have taken.

Written out here as the rules were when this was written (results/chain.py, results/limits.py), so that it stays as it is.
"""

import hashlib
import json
from datetime import UTC

from django.db import migrations

STEERING = {"end", "reopen", "discard", "undo", "redo", "official", "confirm", "reject"}
AROUND = 160  # bytes of an entry in a file beside its own words, at most


def text(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def checksum(previous, entry):
    at = entry.at.astimezone(UTC).isoformat(timespec="microseconds")
    said = [
        previous,
        entry.stage_id,
        entry.seq,
        at,
        entry.by_name,
        entry.token,
        entry.client,
        entry.body,
        entry.imported,
    ]
    return hashlib.sha256(text(said).encode()).hexdigest()


def weight(body):
    if body.get("do") != "results":
        return 1
    lines = sum(len(line.get("riders", ())) for line in body.get("lines") or ())
    return 1 + (len(body.get("arrivals") or ()) + lines) // 2


def read(head, riders):
    if head.stale:
        head.read_again += head.weight + riders // 5
        head.stale = False


def count(heads, head, entry, riders):
    body = entry.body if isinstance(entry.body, dict) else {}
    read(head, riders)
    head.weight += weight(body)
    head.bytes += AROUND + sum(
        len(said.encode()) for said in (text(body), entry.by_name, entry.token, entry.client)
    )
    if body.get("do") in STEERING:
        head.stale = True
    if body.get("do") == "end":
        read(head, riders)
        for each in heads.values():
            each.stale = True


def fill(apps, schema_editor):
    entries = apps.get_model("results", "Entry").objects
    head_of, rider = apps.get_model("results", "LogHead"), apps.get_model("tours", "TourRider")
    for tour in apps.get_model("tours", "Tour").objects.filter(stages__entries__gt=0).distinct():
        riders = rider.objects.filter(team__tour=tour).count()
        heads, done = {}, []
        for entry in entries.filter(stage__tour=tour).order_by("pk").iterator():
            head = heads.setdefault(entry.stage_id, head_of(stage_id=entry.stage_id))
            count(heads, head, entry, riders)
            done.append(entry)
        for entry in sorted(done, key=lambda entry: (entry.stage_id, entry.seq)):
            head = heads[entry.stage_id]
            entry.checksum = head.checksum = checksum(head.checksum, entry)
            head.seq = entry.seq
        entries.bulk_update(done, ["checksum"], batch_size=500)
        head_of.objects.bulk_create(heads.values())


def empty(apps, schema_editor):
    apps.get_model("results", "LogHead").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("results", "0004_add_checksums")]
    operations = [migrations.RunPython(fill, empty)]
