"""Digital stages in the browser: begun, ridden at one device, on two, with real dice, by bots;
watched, replayed, recorded.
"""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.factory import a_tour
from tests.journeys.conftest import PHONE, TABLET, ContextMaker
from tests.journeys.server import Server
from tests.play.rides import a_ride, where
from tourmanager.accounts.models import User
from tourmanager.play.models import Ride, Step

Serve = Callable[..., Server]
SLOW = 60_000  # a whole stage


def ride_of(page: Page) -> Ride:
    return Ride.objects.get(slug=page.url.split("/rides/")[1].split("/")[0])


def begin_single(
    page: Page,
    seats: dict[str, str],
    *,
    road: str = "own",
    km: int = 30,
    dice: str = "The app throws",
) -> Ride:
    """The start page filled in as one would; every team that is not named stays empty."""
    page.goto("/rides/new/cycling_party/")
    page.get_by_label("Master").check()
    page.get_by_label("Road", exact=True).select_option(road)
    if road == "own":
        page.get_by_label("Length in km").fill(str(km))
    for team in ("Red", "Blue", "Green", "Black", "Purple", "Orange"):
        page.get_by_label(team, exact=True).select_option(label=seats.get(team, "Nobody"))
    page.get_by_label(dice).check()
    page.get_by_label("At once").check()
    page.get_by_role("button", name="Take seats").click()
    return ride_of(page)


def choose(page: Page) -> None:
    """What a person in a hurry does: lets everything go by, and gives the first answer where one is
    owed.
    """
    ask = page.locator(".ride-ask")
    before = page.locator("#ride").get_attribute("data-seq")
    quiet = ask.locator(".passes button")
    narrowing = ask.locator(".narrowing")
    if quiet.count():
        quiet.last.click()
    elif narrowing.count():
        while narrowing.locator("button[name=answer]:disabled").count():
            open_row = narrowing.locator("fieldset:not(:has([aria-pressed=true]))").first
            open_row.locator(".chip").first.click()
        narrowing.locator("button[name=answer]").click()
    else:
        ask.locator(".answers button").first.click()
    expect(page.locator("#ride")).not_to_have_attribute("data-seq", before or "")


def test_a_stage_of_four_bots_is_watched_to_its_end(
    real_server: Serve, browser_context_at: ContextMaker, director: User
):
    server = real_server()
    page = browser_context_at(TABLET, user=director, url=server.url).new_page()
    bots = dict.fromkeys(("Red", "Blue", "Green", "Black"), "Bot, rides sensibly")
    begin_single(page, bots, road="high")
    page.get_by_role("button", name="Begin the stage").click()
    expect(page.locator("#ride")).to_have_attribute("data-seq", re.compile(r"[1-9]"), timeout=SLOW)
    expect(page.get_by_role("heading", name="The stage is over")).to_be_visible(timeout=SLOW)
    ride = ride_of(page)
    assert where(ride).game.outcome(where(ride).state).winner
    page.get_by_role("link", name="Dice").click()
    expect(page.get_by_text(re.compile(r"all \d+ agree"))).to_be_visible()


def test_two_people_ride_a_stage_at_one_device(browser_context_at: ContextMaker, director: User):
    page = browser_context_at(TABLET, user=director).new_page()
    ride = begin_single(
        page, {"Red": "A person at this device", "Blue": "A person at this device"}, km=25
    )
    page.get_by_role("button", name="Begin the stage").click()
    page.locator(".ride-ask-me").wait_for()
    for _ in range(150):
        ride.refresh_from_db()
        if ride.state == Ride.State.OVER:
            break
        choose(page)
    expect(page.get_by_role("heading", name="The stage is over")).to_be_visible()
    assert {step.who for step in Step.objects.filter(ride=ride)} == {-1, 0, 1}


def test_two_devices_ride_against_each_other(browser_context_at: ContextMaker, director: User):
    host = browser_context_at(TABLET, user=director).new_page()
    ride = begin_single(
        host, {"Red": "A person at this device", "Blue": "A person on another device"}
    )
    host.get_by_role("link", name="Seats and links").click()
    expect(host.locator(".qr svg")).to_be_visible()
    link = host.locator(".seat-link a").get_attribute("href")
    guest = browser_context_at(PHONE).new_page()
    guest.goto(str(link))
    guest.get_by_label("Your name").fill("Ann")
    guest.get_by_role("button", name="Take this seat").click()
    host.goto(ride.get_absolute_url())
    host.get_by_role("button", name="Begin the stage").click()
    mine, waiting = ".ride-ask-me", ".ride-waiting"
    for _ in range(4):
        expect(host.locator(f"{mine}, {waiting}")).to_be_visible()
        asked = where(ride).waits_for()
        actor, watcher = (host, guest) if asked == (0,) else (guest, host)
        expect(actor.locator(mine)).to_be_visible()
        expect(watcher.locator(waiting)).to_be_visible()
        choose(actor)
    assert Step.objects.filter(ride=ride, by_name="Ann").exists()
    # the guest leaves, a bot rides on, and he comes back
    guest.get_by_text("Leave Blue …").click()
    guest.get_by_role("button", name="Let a bot go on").click()
    expect(guest.locator(".ride-ask-me")).to_have_count(0)
    assert ride.seats.get(number=1).kind == "bot"
    guest.goto(str(link))
    guest.get_by_role("button", name="Take this seat").click()
    assert ride.seats.get(number=1).kind == "link"
    # so does the host, for somebody who is gone
    host.goto(f"{ride.get_absolute_url()}seats/")
    host.locator("select[name=who]").nth(1).select_option("bot:steady")
    host.get_by_role("button", name="Change").nth(1).click()
    assert ride.seats.get(number=1).kind == "bot"
    guest.goto(str(link))
    guest.get_by_role("button", name="Take this seat").click()
    assert ride.seats.get(number=1).kind == "link"


def test_dice_of_the_table_are_tapped_and_a_mistyped_one_is_put_right(
    browser_context_at: ContextMaker, director: User
):
    page = browser_context_at(TABLET, user=director).new_page()
    people = {"Red": "A person at this device", "Blue": "A person at this device"}
    ride = begin_single(page, people, dice="We throw at the table")
    page.get_by_role("button", name="Begin the stage").click()
    page.get_by_role("button", name="4", exact=True).click()
    expect(page.locator(".dice-so-far .die")).to_have_text(["4"])
    page.get_by_role("button", name="Last one was wrong").click()
    expect(page.locator(".dice-so-far")).to_have_count(0)
    page.get_by_label("Or type the rest at once").fill(" ".join(["1 2"] * 12))
    page.get_by_role("button", name="Take them").click()
    page.locator(".ride-ask-me .answers, .ride-ask-me .passes").first.wait_for()
    squares = where(ride).game.view(where(ride).state, None)["squares"]
    assert set(squares.values()) == {3}
    page.get_by_role("button", name="Type the last throw again").click()
    page.get_by_label("Or type the rest at once").fill("9 9")
    page.get_by_role("button", name="Take them").click()
    expect(page.get_by_role("alert").filter(has_text="cannot show 9")).to_be_visible()
    page.get_by_label("Or type the rest at once").fill(" ".join(["6 5"] * 12))
    page.get_by_role("button", name="Take them").click()
    page.locator(".ride-ask-me .answers, .ride-ask-me .passes").first.wait_for()
    assert set(where(ride).game.view(where(ride).state, None)["squares"].values()) == {11}


def test_an_answer_is_taken_back_and_the_rule_for_it_is_shown(
    browser_context_at: ContextMaker, director: User
):
    page = browser_context_at(TABLET, user=director).new_page()
    people = dict.fromkeys(("Red", "Blue", "Green"), "A person at this device")
    ride = begin_single(page, people)
    page.get_by_role("button", name="Begin the stage").click()
    page.locator(".ride-ask-me").wait_for()
    first = where(ride).waits_for()
    page.get_by_text("What can be undone?").click()
    expect(page.get_by_text("until somebody else acts or dice follow")).to_be_visible()
    page.locator(".passes button").first.click()
    page.get_by_role("button", name="Undo my last answer").click()
    expect(page.get_by_role("button", name="Undo my last answer")).to_have_count(0)
    assert where(ride).waits_for() == first


def test_a_stale_page_shows_how_the_stage_stands(browser_context_at: ContextMaker, director: User):
    context = browser_context_at(TABLET, user=director)
    page, other = context.new_page(), context.new_page()
    ride = begin_single(page, {"Red": "A person at this device", "Blue": "A person at this device"})
    page.get_by_role("button", name="Begin the stage").click()
    page.locator(".ride-ask-me").wait_for()
    other.route("**/rides/*/?seen=*", lambda route: route.abort())  # this tab hears of nothing
    other.goto(ride.get_absolute_url())
    choose(page)
    steps = Step.objects.filter(ride=ride).count()
    other.locator(".answers button, .passes button").first.click()
    expect(other.get_by_role("alert").filter(has_text="has gone on")).to_be_visible()
    assert Step.objects.filter(ride=ride).count() == steps


def test_a_stage_is_looked_at_again_moment_by_moment(
    browser_context_at: ContextMaker, director: User
):
    page = browser_context_at(PHONE, user=director).new_page()
    ride = a_ride("here here", by=director)
    for _ in range(3):
        page.goto(ride.get_absolute_url())
        choose(page)
    page.get_by_role("link", name="Replay").click()
    root = page.locator("#ride")
    expect(root).to_have_attribute("data-moment", "0")
    page.get_by_role("link", name="One on").click()
    expect(root).not_to_have_attribute("data-moment", "0")
    first = root.get_attribute("data-moment")
    page.get_by_role("link", name="A turn on").click()
    expect(root).not_to_have_attribute("data-moment", first or "")
    expect(page.locator(".told-turn").first).to_be_visible()
    page.get_by_role("link", name="A turn back").click()
    expect(root).to_have_attribute("data-moment", first or "")
    page.reload()
    expect(root).to_have_attribute("data-moment", first or "")
    page.get_by_role("button", name="Play").click()
    last = where(ride).lines[-1].seq
    expect(root).to_have_attribute("data-moment", str(last), timeout=30_000)


def test_the_result_of_a_digital_stage_counts_in_its_tour(
    real_server: Serve, browser_context_at: ContextMaker, director: User
):
    server = real_server()
    tour = a_tour(stages=2, teams=2, riders=5, by=director)
    page = browser_context_at(TABLET, user=director, url=server.url).new_page()
    page.goto(f"/tours/{tour.slug}/stages/1/")
    page.get_by_role("link", name="Ride it digitally").click()
    for team in ("Azure", "Brick"):
        page.get_by_label(team, exact=True).select_option(label="Bot, rides sensibly")
    page.get_by_label("At once").check()
    page.get_by_role("button", name="Take seats").click()
    page.get_by_role("button", name="Begin the stage").click()
    expect(page.get_by_role("heading", name="The stage is over")).to_be_visible(timeout=SLOW)
    ride = ride_of(page)
    winner = where(ride).game.outcome(where(ride).state).winner
    page.get_by_role("link", name="Look at the result").click()
    page.get_by_role("button", name="Record and end the stage").click()
    page.goto(f"/tours/{tour.slug}/classifications/stage/")
    number = (winner or "")[1:]
    team = {"a": "Azure", "b": "Brick"}[(winner or "a")[0]]
    rider = tour.teams.get(name=team).riders.get(number=number)
    expect(page.locator(".standings tbody tr").first).to_contain_text(rider.name)
    page.goto(f"/tours/{tour.slug}/stages/1/")
    expect(page.get_by_text("Ridden digitally")).to_be_visible()
    page.get_by_role("link", name=re.compile("eplay")).first.click()
    expect(page.locator("#ride")).to_have_attribute("data-moment", "0")
