"""Add people and their spellings, and merge two who are one. Nothing else writes these rows.

A merge deletes nothing: the other person points to the one that is kept, and stands for themselves
again when it is undone.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tourmanager.accounts.models import User
from tourmanager.people.models import LONGEST_NAME, Person, Spelling
from tourmanager.riders.names import NameRefused, tidy_or_refuse


class PersonRefused(Exception):
    """The person cannot be changed in that way; the message says why, for the user."""


def tidy(name: str) -> str:
    """Return a player's name as it is stored. Raises PersonRefused."""
    try:
        tidied = tidy_or_refuse(name)
    except NameRefused as refused:
        raise PersonRefused(str(refused)) from None
    if not tidied:
        raise PersonRefused(_("A player needs a name."))
    if len(tidied) > LONGEST_NAME:
        raise PersonRefused(_("A name has %(most)s characters at most.") % {"most": LONGEST_NAME})
    return tidied


@transaction.atomic
def add_person(name: str, *, owner: User | None, at: datetime) -> Person:
    """Add a person of that name. Raises PersonRefused."""
    person = Person.objects.create(name=tidy(name), owner=owner, created_at=at)
    add_spelling(person, person.name)
    return person


def add_spelling(person: Person, name: str) -> Spelling:
    """Note that the person is also written like that; once is enough. Raises PersonRefused."""
    name = tidy(name)
    spelling, _new = Spelling.objects.get_or_create(
        person=person, key=Spelling.key_of(name), defaults={"name": name}
    )
    return spelling


@transaction.atomic
def rename(person: Person, name: str) -> None:
    """Call a person otherwise; the earlier name stays one of the spellings. Raises
    PersonRefused.
    """
    person.name = tidy(name)
    person.save(update_fields=["name"])
    add_spelling(person, person.name)


def set_account(person: Person, username: str) -> None:
    """Say with which account a person signs in; "" for none. Raises PersonRefused."""
    user = None
    if username := username.strip():
        user = User.objects.filter(username__iexact=username, is_active=True).first()
        if user is None:
            raise PersonRefused(
                _("Nobody here signs in as “%(name)s”. The person makes an account first.")
                % {"name": username[:150]}
            )
        other = Person.objects.filter(account=user).exclude(pk=person.pk).first()
        if other is not None:
            raise PersonRefused(_("That account is the one of %(name)s.") % {"name": other.name})
    person.account = user
    person.save(update_fields=["account"])


def remove_spelling(person: Person, pk: int) -> None:
    """Drop a spelling, but not that of the name. Raises PersonRefused."""
    spelling = person.spellings.filter(pk=pk).first()
    if spelling is None:
        raise PersonRefused(_("That spelling is not there any more."))
    if spelling.key == Spelling.key_of(person.name):
        raise PersonRefused(_("%(name)s is their name.") % {"name": spelling.name})
    spelling.delete()


@transaction.atomic
def merge(kept: Person, other: Person) -> None:
    """Say that the other person is the kept one. Raises PersonRefused."""
    rows = {
        row.pk: row for row in Person.objects.select_for_update().filter(pk__in=[kept.pk, other.pk])
    }
    if len(rows) < 2:
        raise PersonRefused(_("Choose two different people."))
    if rows[kept.pk].merged_into_id or rows[other.pk].merged_into_id:
        raise PersonRefused(_("One of them was merged meanwhile. Look again."))
    other.merged_into = kept
    other.save(update_fields=["merged_into"])


@transaction.atomic
def unmerge(other: Person) -> None:
    """Undo the merge of a person: they stand for themselves again. Raises PersonRefused."""
    row = Person.objects.select_for_update().get(pk=other.pk)
    if row.merged_into_id is None:
        raise PersonRefused(_("%(name)s is not merged with anybody.") % {"name": row.name})
    row.merged_into = None
    row.save(update_fields=["merged_into"])


def kept_people() -> dict[int, int]:
    """Return for everybody who was merged the person who is kept, by number (1 query)."""
    merged = dict(
        Person.objects.exclude(merged_into=None).values_list("pk", "merged_into_id").order_by()
    )
    return {pk: follow(pk, merged) for pk in merged}


def follow(pk: int, merged: Mapping[int, int | None]) -> int:
    """Return the person in whom a chain of merges ends."""
    passed = {pk}
    while (following := merged.get(pk)) is not None and following not in passed:
        pk = following
        passed.add(pk)
    return pk


def everybody_of(person: Person, merged: Mapping[int, int]) -> Iterable[int]:
    """Return the numbers of a person and of all who were merged into them."""
    return [person.pk, *(pk for pk, kept in merged.items() if kept == person.pk)]
