"""Provisional or official: who says so, who confirms it, and where it stands."""

import json
import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.factory import NOW, a_tour, a_user
from tests.following import version_of
from tests.hostile import BACKEND
from tests.kept import kept
from tests.race import log_stage, say, tap
from tourmanager.accounts.models import User
from tourmanager.results.files.transfer import export, import_tour
from tourmanager.results.log.recording import EntryRefused
from tourmanager.results.models import Entry
from tourmanager.results.publishing.verify import verify
from tourmanager.results.publishing.waiting import stages_waiting_for
from tourmanager.results.sheet import entries as e
from tourmanager.tours.approval import of_stage, of_stages
from tourmanager.tours.models import Stage, Tour
from tourmanager.tours.pages import keeping

pytestmark = pytest.mark.django_db


def race_of_two_directors() -> None:
    dora = a_user("dora")
    tour = a_tour(by=dora)
    keeping.add_director(tour, a_user("otto"), at=NOW)
    log_stage(tour, "a1 b1 0:10", by=dora)


@pytest.fixture
def tour(db: None) -> Tour:
    """Directed by two; dora has raced the first of its two stages."""
    kept("two directors", race_of_two_directors)
    return Tour.objects.get()


@pytest.fixture
def dora(tour: Tour) -> User:
    return User.objects.get(username="dora")


@pytest.fixture
def otto(tour: Tour) -> User:
    return User.objects.get(username="otto")


@pytest.fixture
def by_two(tour) -> Tour:
    """Somebody else has to confirm its stages."""
    Tour.objects.filter(pk=tour.pk).update(second_person=True)
    tour.refresh_from_db()
    return tour


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def first(tour: Tour) -> Stage:
    return Stage.objects.select_related("tour").get(tour=tour, number=1)


def text(response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def page(tour: Tour, name: str = "results:stage") -> str:
    return reverse(name, args=[tour.slug, 1])


def press(user, tour: Tour, token: str = "o-1"):
    return signed_in(user).post(page(tour, "results:official"), {"token": token}, follow=True)


def seen(user, tour: Tour) -> dict[str, str]:
    """What the page of the second person would send."""
    html = signed_in(user).get(page(tour, "classifications:confirm")).content.decode()
    return dict(re.findall(r'name="(token|seq|figures)" value="([^"]*)"', html))


def look(user, tour: Tour, do: str, sent: dict[str, str] | None = None, **more: str):
    return signed_in(user).post(
        page(tour, "classifications:confirm"), (sent or seen(user, tour)) | {"do": do} | more
    )


def test_a_stage_is_provisional_until_a_director_makes_it_official(tour, dora):
    assert "Provisional" in text(Client().get(page(tour)))
    assert "Stage 1 is official." in text(press(dora, tour))
    stage = first(tour)
    assert stage.approval == Stage.Approval.OFFICIAL
    assert stage.approved_at is not None
    assert "Official since" in text(Client().get(page(tour)))
    assert "is official already" in text(press(dora, tour, "o-2"))
    assert verify(tour).problems == []


def test_a_double_tap_on_official_counts_once(tour, dora):
    for _ in range(2):
        assert "is official." in text(press(dora, tour))
    assert Entry.objects.filter(body__do="official").count() == 1


def test_reopening_makes_it_provisional_again(tour, dora):
    press(dora, tour)
    say(first(tour), "reopen", by=dora)
    assert (first(tour).approval, first(tour).approved_at) == (Stage.Approval.PROVISIONAL, None)
    say(first(tour), "discard", by=dora)
    assert first(tour).approval == Stage.Approval.PROVISIONAL
    assert verify(tour).problems == []


def test_only_a_director_and_only_an_ended_stage(tour, dora):
    assert (
        signed_in(a_user("eve")).post(page(tour, "results:official"), {"token": "x-1"}).status_code
        == 403
    )
    assert Client().post(page(tour, "results:official"), {"token": "x-1"}).status_code == 302
    with pytest.raises(EntryRefused, match="has not ended"):
        tap(tour.stages.get(number=2), e.Official(), by=dora)
    assert "could not be read" in text(
        signed_in(dora).post(page(tour, "results:official"), {"token": ""}, follow=True)
    )
    assert first(tour).approval == Stage.Approval.PROVISIONAL


def test_classifications_are_official_when_all_stages_before_are(tour, dora):
    log_stage(tour, "b1 0:05", by=dora)
    press(dora, tour)
    everything = Client().get(reverse("classifications:all", args=[tour.slug]))
    assert "Provisional stage 2 is not official yet" in text(everything)
    after_one = Client().get(
        reverse("classifications:one", args=[tour.slug, "individual"]), {"stage": 1}
    )
    assert "Official since" in text(after_one)
    assert "updated at" in text(after_one)


def test_a_page_that_follows_hears_of_it(tour, dora):
    address = reverse("classifications:all", args=[tour.slug])
    known = version_of(Client().get(address))
    assert Client().get(address, known, headers={"HX-Request": "true"}).status_code == 204
    press(dora, tour)
    assert Client().get(address, known, headers={"HX-Request": "true"}).status_code == 200
    watched = Client().get(page(tour))
    assert watched.status_code == 200


def test_the_state_stands_where_results_are_read(tour, dora):
    stages = reverse("tours:stages", args=[tour.slug])
    assert "provisional" in text(Client().get(stages))
    out = StringIO()
    call_command("standings", tour.slug, stdout=out)
    assert "Provisional. Updated at 4 Jul 2026," in out.getvalue()
    press(dora, tour)
    assert "official" in text(Client().get(stages))
    out = StringIO()
    call_command("standings", tour.slug, "--json", stdout=out)
    said = json.loads(out.getvalue())
    assert said["published"]["state"] == "official"
    assert said["published"]["since"]
    assert [stage["published"] and stage["published"]["state"] for stage in said["stages"]] == [
        "official",
        None,
    ]


def test_the_list_of_tours_says_whether_a_finished_one_is_official(tour, dora):
    log_stage(tour, by=dora)
    press(dora, tour)
    assert "Finished provisional" in text(Client().get("/tours/"))
    tap(tour.stages.get(number=2), e.Official(), by=dora)
    assert "Finished official" in text(Client().get("/tours/"))


def test_updated_at_is_the_last_end_or_approval(tour, dora):
    tap(first(tour), e.Official(), by=dora, at=NOW + timedelta(hours=2))
    published = of_stage(first(tour))
    assert published
    assert published.updated == NOW + timedelta(hours=2)
    assert of_stages(tour.stages.all()) == published
    assert of_stages([]) is None
    tour.stages.filter(number=2).update(kind="rest", state="ended")
    assert of_stages(tour.stages.all()) == published, "a rest day is nothing to make official"


# -- two persons


def test_a_second_person_sees_the_figures_and_confirms(by_two, dora, otto):
    assert "waits for confirmation" in text(press(dora, by_two))
    assert first(by_two).approval == Stage.Approval.PROPOSED
    assert "waiting for a second person" in text(Client().get(page(by_two)))
    shown = text(signed_in(otto).get(page(by_two, "classifications:confirm")))
    for figure in (
        "dora asks somebody else",
        "Anna Azure",
        "0:10",
        "Individual",
        "Jerseys after stage 1",
        "Teams of stage 1",
    ):
        assert figure in shown
    assert look(otto, by_two, "confirm").status_code == 302
    assert first(by_two).approval == Stage.Approval.OFFICIAL
    assert verify(by_two).problems == []


def test_who_entered_something_cannot_confirm_it(by_two, dora, otto):
    press(dora, by_two)
    shown = signed_in(dora).get(page(by_two, "classifications:confirm"))
    assert "somebody else has to confirm it" in text(shown)
    assert 'value="confirm"' not in shown.content.decode()
    sent = seen(otto, by_two)
    response = look(dora, by_two, "confirm", sent)
    assert response.status_code == 422
    assert "Somebody who entered something in this stage cannot confirm it" in text(response)
    for body in (e.Confirm(int(sent["seq"])), e.Reject("no")):
        tapped = {
            "entry": e.write(body),
            "token": f"t-{body}"[:20].replace("(", "").replace("=", ""),
            "base": 0,
        }
        answer = signed_in(dora).post(
            page(by_two, "results:record"), tapped, headers={"X-Tap": "1"}
        )
        assert answer.status_code in (400, 422)
    assert first(by_two).approval == Stage.Approval.PROPOSED


def test_nobody_passes_by_the_second_person(by_two, dora, otto):
    with pytest.raises(EntryRefused, match="somebody else has to confirm"):
        tap(first(by_two), e.Official(), by=dora)
    with pytest.raises(EntryRefused, match="does not wait"):
        tap(first(by_two), e.Confirm(1), by=otto)
    press(dora, by_two)
    with pytest.raises(EntryRefused, match="waits for a second person already"):
        tap(first(by_two), e.Official(ask=True), by=otto)
    with pytest.raises(EntryRefused, match="signed in"):
        tap(first(by_two), e.Reject("me"), by=None)
    assert signed_in(a_user("eve")).get(page(by_two, "classifications:confirm")).status_code == 403
    assert (
        look(
            a_user("mallory"), by_two, "confirm", {"token": "t-1", "seq": "1", "figures": "0" * 20}
        ).status_code
        == 403
    )


def test_where_nobody_has_to_confirm_nobody_is_asked(tour, dora):
    with pytest.raises(EntryRefused, match="nobody has to confirm"):
        tap(first(tour), e.Official(ask=True), by=dora)


def test_the_one_who_logged_reads_who_rejected_and_why(by_two, dora, otto):
    press(dora, by_two)
    assert "Say what is wrong" in text(look(otto, by_two, "reject", reason=" "))
    assert look(otto, by_two, "reject", reason="Brick 4 was third").status_code == 302
    assert first(by_two).approval == Stage.Approval.PROVISIONAL
    assert "Not confirmed by otto: Brick 4 was third" in text(signed_in(dora).get(page(by_two)))
    say(first(by_two), "reopen", by=dora)
    assert "Not confirmed by otto: Brick 4 was third" in text(signed_in(dora).get(page(by_two)))
    say(first(by_two), "end TIME_ORDER_WARNING", by=dora)
    press(dora, by_two, "o-2")
    assert "Not confirmed" not in text(signed_in(dora).get(page(by_two)))
    assert look(otto, by_two, "confirm").status_code == 302, "looking is no entering"
    assert verify(by_two).problems == []


def test_only_what_was_seen_is_confirmed(by_two, dora, otto):
    press(dora, by_two)
    sent = seen(otto, by_two)
    for words in ("reopen", "penalise a1 20", "end TIME_ORDER_WARNING"):
        say(first(by_two), words, by=dora)
    press(dora, by_two, "o-2")
    response = look(otto, by_two, "confirm", sent)
    assert response.status_code == 409
    assert "have changed since you opened this page" in text(response)
    with pytest.raises(EntryRefused, match="has changed since you opened"):
        tap(first(by_two), e.Confirm(int(sent["seq"])), by=otto)
    assert look(otto, by_two, "confirm").status_code == 302


def test_a_stage_before_it_changes_what_is_to_be_confirmed(by_two, dora, otto):
    log_stage(by_two, "b1 0:05", by=dora)
    second = by_two.stages.get(number=2)
    tap(second, e.Official(ask=True), by=dora)
    address = reverse("classifications:confirm", args=[by_two.slug, 2])
    sent = dict(
        re.findall(
            r'name="(token|seq|figures)" value="([^"]*)"',
            signed_in(otto).get(address).content.decode(),
        )
    )
    for words in ("reopen", "penalise a1 20", "end TIME_ORDER_WARNING"):
        say(first(by_two), words, by=dora)
    assert signed_in(otto).post(address, sent | {"do": "confirm"}).status_code == 409
    second.refresh_from_db()
    assert second.approval == Stage.Approval.PROPOSED


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": "confirm"},
        {"do": "confirm", "seq": "-1"},
        {"do": "reject", "reason": "x" * 201},
        {"do": "x", "figures": "?"},
    ],
)
def test_a_broken_form_confirms_nothing(by_two, dora, otto, fields):
    press(dora, by_two)
    response = signed_in(otto).post(
        page(by_two, "classifications:confirm"), {"token": "t-1"} | fields
    )
    assert response.status_code == 422
    assert first(by_two).approval == Stage.Approval.PROPOSED


# -- files


def test_a_file_carries_who_made_what_official(by_two, dora, otto):
    press(dora, by_two)
    look(otto, by_two, "confirm")
    copy = import_tour(export(by_two), by=dora, at=NOW, name="Copy")
    assert (first(copy).approval, first(copy).approved_at) == (
        Stage.Approval.OFFICIAL,
        first(by_two).approved_at,
    )
    assert verify(copy).problems == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            lambda data: data["stages"][0].update(approval="provisional", approved_at=None),
            "calls official",
        ),
        (
            lambda data: data["stages"][0].update(approved_at="2026-07-05T12:00:00Z"),
            "calls official",
        ),
        (lambda data: data["log"][-1].update(by="dora"), "cannot confirm it"),
        (lambda data: data["log"][-1].update(by=""), "cannot confirm it"),
        (lambda data: data["log"][-1]["body"].update(seq=1), "has changed since"),
        (lambda data: data["log"].pop(-2), "should be number"),
    ],
)
def test_a_file_that_claims_more_than_its_log_is_refused(by_two, dora, otto, change, why):
    press(dora, by_two)
    look(otto, by_two, "confirm")
    data = json.loads(export(by_two))
    change(data)
    with pytest.raises(Exception, match=why):
        import_tour(json.dumps(data).encode(), by=dora, at=NOW, name="Copy")
    assert not Tour.objects.filter(name="Copy").exists()


def test_in_a_copy_nobody_confirms_what_he_entered_before(by_two, dora, otto):
    press(dora, by_two)
    copy = import_tour(export(by_two), by=dora, at=NOW, name="Copy")
    last = first(copy).entries.count()
    with pytest.raises(EntryRefused, match="Somebody who entered something"):
        tap(first(copy), e.Confirm(last), by=dora)
    tap(first(copy), e.Confirm(last), by=otto)


def test_an_approval_that_no_log_tells_of_is_found(tour):
    Stage.objects.filter(tour=tour, number=1).update(approval="official", approved_at=NOW)
    assert "Stage 1: it is kept as “Official”, its log says “Provisional”." in "\n".join(
        verify(tour).problems
    )


# -- the second person is told


WAITS = "Stage 1 waits for your word"


def told(user, tour: Tour) -> dict[str, bool]:
    """Where that user reads that stage 1 waits for their word, each with a way to it."""
    client, there = signed_in(user), page(tour, "classifications:confirm")
    pages = {
        "front": "/",
        "list": reverse("tours:load"),
        "stage": page(tour),
        "next": reverse("results:stage", args=[tour.slug, 2]),
        "standings": reverse("classifications:all", args=[tour.slug]),
    }
    found = {}
    for name, address in pages.items():
        answer = client.get(address)
        head = answer.content.decode().replace("<strong>", "").replace("</strong>", "")
        said = WAITS in text(answer) or f"Stage 1 of {tour.name} waits for your word" in text(
            answer
        )
        assert not said or f'href="{there}"' in head, name
        found[name] = said
    return found


@pytest.mark.any_database
def test_who_may_confirm_is_told_everywhere_until_it_is_answered(by_two, dora, otto):
    assert not any(told(otto, by_two).values())
    press(dora, by_two)
    assert all(told(otto, by_two).values())
    assert not any(told(dora, by_two).values())
    assert not any(told(a_user("eve"), by_two).values())
    assert WAITS not in text(Client().get(page(by_two)))
    look(otto, by_two, "confirm")
    assert not any(told(otto, by_two).values())


@pytest.mark.any_database
def test_who_rejected_is_asked_again_only_when_it_is_proposed_again(by_two, dora, otto):
    press(dora, by_two)
    look(otto, by_two, "reject", reason="b1 was first")
    assert not any(told(otto, by_two).values())
    press(dora, by_two, token="asked-again")
    assert all(told(otto, by_two).values())


@pytest.mark.any_database
def test_who_entered_something_is_not_asked(by_two, dora, otto):
    say(first(by_two), "reopen", by=otto)
    say(first(by_two), "discard", by=otto)
    press(dora, by_two)
    assert not any(told(otto, by_two).values())


@pytest.mark.any_database
def test_archived_and_erased_tours_ask_nobody_on_the_front_page(by_two, dora, otto):
    press(dora, by_two)
    keeping.change(by_two, at=NOW, archived_at=NOW)
    assert not told(otto, by_two)["front"]
    assert told(otto, by_two)["stage"]
    keeping.erase(by_two, at=NOW)
    assert "waits for your word" not in text(signed_in(otto).get("/"))


@pytest.mark.any_database
def test_several_waiting_stages_cost_no_more_questions(
    by_two, dora, otto, django_assert_max_num_queries
):
    log_stage(by_two, "a1 0:10", by=dora)
    for number in (1, 2):
        tap(by_two.stages.get(number=number), e.Official(ask=True), by=dora)
    assert [stage.number for stage in stages_waiting_for(otto)] == [1, 2]
    with django_assert_max_num_queries(2):
        stages_waiting_for(otto)
    with django_assert_max_num_queries(0):
        assert stages_waiting_for(otto, []) == []


@pytest.mark.any_database
def test_in_a_copy_who_entered_something_is_known_by_name(by_two, dora, otto):
    press(dora, by_two)
    copy = import_tour(export(by_two), by=dora, at=NOW, name="Copy")
    keeping.add_director(copy, otto, at=NOW)
    assert stages_waiting_for(dora, [copy]) == []
    assert [stage.tour_id for stage in stages_waiting_for(otto, [copy])] == [copy.pk]
