"""A whole stage logged on a tablet with fingers only: every rider one tap, every arrival two, every
turn one.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.factory import NOW, a_stage_plan, a_tour
from tests.journeys.conftest import DESKTOP, PHONE, TABLET, ContextMaker, Size, Taps
from tests.journeys.hands import chip, group_with, open_line, open_stage, sent
from tests.race import log_whole, say
from tests.results.road import said
from tourmanager.accounts.models import User
from tourmanager.results.log.reading import ended_of, field_of, standings_of
from tourmanager.results.log.recording import record
from tourmanager.results.models import Entry, Standing
from tourmanager.tabletop.cycling_party.set_up.creation import lines_of
from tourmanager.tabletop.cycling_party.set_up.plan import PassPlan
from tourmanager.tours.models import Line, Stage, Tour

# 5 intermediate sprints, 3 passes: an hors category one that pays five places, and two of the
# second category
SPRINTS = [15, 23, 31, 39, 47]
PASSES = [PassPlan(50, "second"), PassPlan(70, "second"), PassPlan(94, "hc")]
LINES = ["s1", "s2", "s3", "s4", "s5", "p1", "p2", "p3"]
NEEDED = {**dict.fromkeys(["s1", "s2", "s3", "s4", "s5", "p1", "p2"], 3), "p3": 5}
UNITS, TURNS = 12, 6


def tour_with_a_long_stage(director: User) -> Tour:
    """36 riders, two stages; the first one has eight lines."""
    tour = a_tour(by=director, stages=2, teams=6, riders=6)
    stage = tour.stages.get(number=1)
    stage.lines.all().delete()
    plan = a_stage_plan("high", sprints=SPRINTS, passes=PASSES)
    Stage.objects.filter(pk=stage.pk).update(type="high")
    Line.objects.bulk_create(lines_of(stage, plan))
    return tour


@pytest.fixture
def tour(director: User) -> Tour:
    return tour_with_a_long_stage(director)


def riders(tour: Tour) -> list[str]:
    return [
        f"{team.letter}{number}" for number in range(1, 7) for team in tour.teams.order_by("seat")
    ]


def cross_lines(counter: Taps, codes: list[str]) -> Iterator[str]:
    """The riders of every line in road order; the page offers the next line by itself."""
    for start, key in enumerate(LINES):
        expect(counter.page.locator("#stage")).to_have_attribute("data-open", key)
        for code in [*codes, *codes][start : start + NEEDED[key]]:
            counter.tap(chip(code))
            yield code


def arrive(counter: Taps, codes: list[str]) -> Iterator[str]:
    """Twelve arrivals of three riders, two in a turn."""
    for unit in range(UNITS):
        if unit and unit % 2 == 0:
            counter.tap('[data-turn="1"]')
        for code in codes[3 * unit : 3 * unit + 3]:
            counter.tap(chip(code))
            yield code
        counter.tap(f'[data-square="{10 - 3 * (unit % 2)}"]')
        counter.tap('[data-die="4"]')


def log_long_stage(counter: Taps, tour: Tour) -> int:
    """Log the first stage whole, up to the page of its end. Returns how many riders were named."""
    page, codes = counter.page, riders(tour)
    page.goto(f"/tours/{tour.slug}/stages/1/")
    counter.reset()
    counter.tap("text=Start logging")
    page.wait_for_selector(".stage.scripted")
    named = len(list(cross_lines(counter, codes))) + len(list(arrive(counter, codes)))
    sent(page)
    counter.tap("[data-end]")
    page.wait_for_url(f"**/tours/{tour.slug}/stages/1/end-of-stage/")
    return named


@pytest.mark.rule("CP-APP-013", "CP-APP-014", "CP-APP-016", "CP-APP-018", "CP-APP-020")
def test_a_stage_is_logged_with_a_tap_for_each_thing_it_tells(
    director_tablet: Page, taps: type[Taps], tour: Tour
) -> None:
    page, codes = director_tablet, riders(tour)
    counter = taps(page)
    named = log_long_stage(counter, tour)
    counter.tap("text=Lay out stage 2")
    page.wait_for_url(f"**/tours/{tour.slug}/stages/2/")
    budget = 1.1 * (named + 2 * UNITS + TURNS)
    assert named == sum(NEEDED.values()) + 36
    assert counter.count <= budget, f"{counter.count} taps, {budget:.0f} allowed"
    assert counter.keys == 0
    expect(page.get_by_text("Leaders and white counters")).to_be_visible()

    stage = tour.stages.get(number=1)
    result = ended_of(tour).results[0]
    assert stage.state == Stage.State.ENDED
    assert [list(passage.riders) for passage in result.passages] == [
        [*codes, *codes][start : start + NEEDED[key]] for start, key in enumerate(LINES)
    ]
    assert [arrival.rider for arrival in result.arrivals] == codes
    assert [arrival.seconds for arrival in result.arrivals[:9:3]] == [
        66 - 50 - 4,
        66 - 35 - 4,
        60 + 66 - 50 - 4,
    ]
    standings = standings_of(field_of(tour), [result])[-1]
    assert standings.classifications["individual"].rows[0].who == codes[0]
    tokens = list(Entry.objects.filter(stage=stage).values_list("token", flat=True))
    # the first turn needs no tap; End stage is an entry too
    assert len(tokens) == len(set(tokens)) == named + 2 * UNITS + TURNS - 1 + 1


def test_fast_fingers_need_not_wait_for_the_server(director_tablet: Page, tour: Tour) -> None:
    """A burst in one moment: everything is placed in the order of the taps."""
    codes = riders(tour)
    open_stage(director_tablet, tour)
    director_tablet.evaluate(
        "(codes) => codes.forEach((code) =>"
        " document.querySelector(`[data-rider='${code}']`).click())",
        codes[:9],
    )
    expect(director_tablet.locator("#stage")).to_have_attribute("data-open", "s4")
    sent(director_tablet)
    bodies = [entry.body for entry in Entry.objects.order_by("seq")]
    lines = ["s1"] * 3 + ["s2"] * 3 + ["s3"] * 3
    assert [(body["line"], body["rider"]) for body in bodies] == list(
        zip(lines, codes, strict=False)
    )


def test_a_trembling_finger_taps_once(director_tablet: Page, tour: Tour) -> None:
    open_stage(director_tablet, tour)
    code = riders(tour)[0]
    director_tablet.locator(chip(code)).dblclick(force=True)
    director_tablet.get_by_role("button", name="Tokens").tap()
    director_tablet.locator(f"{BOTTLES_OF_A}[data-state=left]").last.dblclick()
    sent(director_tablet)
    assert sorted(entry.body["do"] for entry in Entry.objects.all()) == ["cp.use", "place"]


BOTTLES_OF_A = '.drawer [data-tokens="bottle"][data-of="a"] .token'


def test_a_token_is_spent_by_a_tap_and_taken_back_by_a_tap_on_the_spent_one(
    director_tablet: Page, tour: Tour
) -> None:
    """From the right, in words for who does not see them, and by the keyboard too."""
    page = director_tablet
    open_stage(page, tour)
    page.get_by_role("button", name="Tokens").tap()
    bottles = page.locator(BOTTLES_OF_A)
    page.get_by_role("button", name="Azure, bottle, 5 of 5 left, spend one").first.tap()
    expect(bottles.last).to_have_attribute("data-state", "spent")
    expect(page.locator(f"{BOTTLES_OF_A}[data-state=left]")).to_have_count(4)
    sent(page)
    page.reload()
    page.get_by_role("button", name="Tokens").tap()
    expect(bottles.last).to_have_attribute("data-state", "spent")
    page.get_by_role("button", name="Azure, bottle, 4 of 5 left, take one back").press("Enter")
    expect(bottles.last).to_have_attribute("data-state", "left")
    sent(page)
    assert [entry.body["do"] for entry in Entry.objects.order_by("seq")] == [
        "cp.use",
        "cp.give_back",
    ]


def test_a_placed_rider_is_moved_and_taken_out_where_he_stands(
    director_tablet: Page, tour: Tour
) -> None:
    page, codes = director_tablet, riders(tour)
    open_stage(page, tour)
    for code in codes[:2]:
        page.locator(chip(code)).tap()
    sent(page)
    row = page.locator(f'[data-panel="s1"] .place[data-rider="{codes[1]}"]')
    row.locator("summary").tap()
    row.get_by_role("button", name="Up").tap()
    sent(page)
    names = page.locator('[data-panel="s1"] .place[data-rider] .who')
    assert [name for name in names.all_inner_texts() if name] == ["Anna Brick", "Anna Azure"]
    page.locator(f'[data-panel="s1"] .place[data-rider="{codes[0]}"] summary').tap()
    page.locator('[data-panel="s1"]').get_by_role("button", name="Take out").locator(
        "visible=true"
    ).tap()
    sent(page)
    assert [name for name in names.all_inner_texts() if name] == ["Anna Brick"]
    expect(page.locator(chip(codes[0]))).to_be_enabled()
    for _ in range(3):
        page.locator("[data-undo]").tap()
        sent(page)
        page.wait_for_timeout(200)  # two taps within 150 ms are a finger that trembles
    assert [name for name in names.all_inner_texts() if name] == ["Anna Azure"]
    page.locator("[data-redo]").tap()
    sent(page)
    assert [name for name in names.all_inner_texts() if name] == ["Anna Azure", "Anna Brick"]


@pytest.mark.rule("CP-APP-018")
def test_end_stage_explains_what_is_missing_and_leads_there(
    director_tablet: Page, tour: Tour
) -> None:
    page, codes = director_tablet, riders(tour)
    open_stage(page, tour)
    page.locator(chip(codes[0])).tap()
    sent(page)
    page.locator("[data-end]").tap()
    expect(page.get_by_role("heading", name="Stage 1 cannot end yet")).to_be_visible()
    expect(page.locator("[data-missing-chip] summary")).to_have_text(re.compile(r"61\s*missing"))
    page.get_by_role("link", name=re.compile("36 riders are not in")).tap()
    expect(page.locator("#stage")).to_have_attribute("data-open", "finish")
    assert not Standing.objects.exists()


@pytest.mark.rule("CP-APP-016", "CP-APP-020")
def test_all_others_arrive_together_and_a_time_is_typed(director_tablet: Page, tour: Tour) -> None:
    page, codes = director_tablet, riders(tour)
    open_stage(page, tour)
    open_line(page, "finish")
    page.locator(chip(codes[0])).tap()
    page.get_by_text("By hand").tap()
    page.get_by_label("Time, mm:ss").fill("0:20")
    page.get_by_role("button", name="Set").tap()
    page.get_by_role("button", name="Next turn").tap()
    page.get_by_role("button", name="+ all 35 others").tap()
    page.locator('[data-square="3"]').tap()
    page.locator('[data-die="2"]').tap()
    sent(page)
    expect(page.locator("[data-missing]")).to_have_text("All have arrived")
    times = page.locator("[data-arrivals] .time").all_inner_texts()
    assert times == ["0:20", "1:49"]
    assert page.locator("[data-arrivals] .gap").all_inner_texts() == ["winner", "+1:29"]


def test_the_keyboard_names_riders(director_desktop: Page, tour: Tour) -> None:
    page = director_desktop
    page.goto(f"/tours/{tour.slug}/stages/1/?line=s1")
    page.wait_for_selector(".stage.scripted")
    page.keyboard.type("b4a1")
    sent(page)
    assert [entry.body["rider"] for entry in Entry.objects.order_by("seq")] == ["b4", "a1"]
    page.keyboard.press("Control+z")
    sent(page)
    assert [
        name
        for name in page.locator('[data-panel="s1"] [data-rider] .who').all_inner_texts()
        if name
    ] == ["Dora Brick"]
    page.keyboard.type(">>>>>>>>")
    page.keyboard.type("c1.10")
    page.keyboard.type("4")
    sent(page)
    assert page.locator("[data-arrivals] .time").all_inner_texts() == ["0:12"]


def test_the_keyboard_names_riders_of_teams_with_two_letters(
    director_desktop: Page, tour: Tour
) -> None:
    for team, letters in zip(
        tour.teams.order_by("seat"), ("aa", "ab", "ba", "bb", "ca", "cb"), strict=True
    ):
        tour.teams.filter(pk=team.pk).update(letter=letters)
    page = director_desktop
    page.goto(f"/tours/{tour.slug}/stages/1/?line=s1")
    page.wait_for_selector(".stage.scripted")
    page.keyboard.type("aa4xbb1")
    sent(page)
    assert [entry.body["rider"] for entry in Entry.objects.order_by("seq")] == ["aa4", "bb1"]


@pytest.mark.rule("CP-APP-029")
def test_everybody_else_watches_it_come_in(
    browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    phone = browser_context_at(PHONE).new_page()
    phone.clock.install()
    phone.goto(f"/tours/{tour.slug}/stages/1/")
    expect(phone.locator(".rider-chip")).to_have_count(0)
    tablet = browser_context_at(TABLET, user=director).new_page()
    open_stage(tablet, tour)
    tablet.locator(chip("a1")).tap()
    sent(tablet)
    phone.clock.run_for(6_000)
    expect(phone.locator(".watch-line").first).to_contain_text("Anna Azure")


@pytest.mark.layout
@pytest.mark.parametrize("size", [TABLET, PHONE, DESKTOP], ids=lambda size: size.name)
def test_nobody_is_shut_out(
    size: Size,
    browser_context_at: ContextMaker,
    director: User,
    tour: Tour,
    axe_by_day_and_night: Callable[[Page], None],
) -> None:
    axe = axe_by_day_and_night
    page = browser_context_at(size, user=director).new_page()
    page.goto(f"/tours/{tour.slug}/stages/1/")
    axe(page)
    page.goto(f"/tours/{tour.slug}/stages/1/?line=p3")
    page.wait_for_selector(".stage.scripted")
    page.locator(chip("a1")).tap() if size.touch else page.locator(chip("a1")).click()
    sent(page)
    axe(page)
    wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0, f"{wide} px wider than the screen"
    page.goto(f"/tours/{tour.slug}/stages/1/?line=finish")
    page.wait_for_selector(".stage.scripted")
    axe(page)
    page.goto(f"/tours/{tour.slug}/advantages/")
    axe(page)
    small = page.evaluate(
        """() => [...document.querySelectorAll("#stage button, #stage summary")]
            .filter((each) => each.offsetParent && !each.matches(".token"))
        .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
        .filter(([, box]) => box.width < 47.5 || box.height < 47.5).map(([words]) => words)"""
    )
    assert small == []
    tokens = page.locator(".drawer .token").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect())"
        ".map(({ width, height }) => Math.min(width, height))"
    )
    assert min(tokens) >= 43.5
    look = browser_context_at(size).new_page()
    look.goto(f"/tours/{tour.slug}/stages/1/")
    axe(look)


def test_without_a_script_a_tap_is_a_form(
    browser_context_at: ContextMaker, director: User, tour: Tour
) -> None:
    page = browser_context_at(TABLET, user=director, javascript=False).new_page()
    page.goto(f"/tours/{tour.slug}/stages/1/?line=s1")
    for code in ("a1", "b1", "c1"):
        page.locator(chip(code)).click()
    expect(page.locator('[data-panel="s2"]')).to_be_visible()
    assert [entry.body["rider"] for entry in Entry.objects.order_by("seq")] == ["a1", "b1", "c1"]


@pytest.mark.rule("CP-APP-016", "CP-M-026", "CP-M-027")
def test_an_arrival_is_picked_and_changed(director_tablet: Page, tour: Tour) -> None:
    """Its square, die, turn and kind, one rider more and one less."""
    page = director_tablet
    open_stage(page, tour)
    open_line(page, "finish")
    for code in ("a1", "a2", "a3"):
        page.locator(chip(code)).tap()
    page.locator('[data-square="10"]').tap()
    page.locator('[data-die="4"]').tap()
    page.locator(chip("b1")).tap()
    sent(page)
    group_with(page, "a2").tap()
    tray = page.locator("[data-tray]")
    expect(tray).to_contain_text("Changing 1–3")
    expect(page.locator("[data-turn-of]")).to_have_text("Their turn")
    page.locator('[data-square="9"]').tap()
    page.locator('[data-die="1"]').tap()
    page.locator(chip("c1")).tap()
    tray.get_by_label("Azure 3: move or take out").tap()
    tray.locator(".fold[open]").get_by_role("button", name="Take out").tap()
    tray.get_by_role("button", name="Peloton").tap()
    page.get_by_role("button", name="+1 min").tap()
    sent(page)
    expect(tray.locator(".unit-time")).to_contain_text("1:20")
    tray.get_by_role("link", name="Done").tap()
    expect(page.locator('[data-caption="square"]')).to_have_text("Now the square behind the line")
    page.locator('[data-square="1"]').tap()
    page.locator('[data-die="6"]').tap()
    sent(page)
    page.reload()
    expect(page.locator("[data-arrivals] .time")).to_have_text(["0:55", "1:20"])
    expect(page.locator(".group-places")).to_have_text(["1alone", "2–4peloton"])


@pytest.mark.rule("CP-M-045")
def test_an_accident_is_marked_on_the_rider_and_taken_back(
    director_tablet: Page, tour: Tour
) -> None:
    page = director_tablet
    open_stage(page, tour)
    page.get_by_role("button", name="Accident", exact=True).tap()
    page.locator(chip("b3")).tap()
    sent(page)
    expect(page.locator(chip("b3"))).to_have_class("rider-chip out")
    open_line(page, "finish")
    expect(page.locator(chip("b3"))).to_be_disabled()
    expect(page.locator("[data-missing]")).to_have_text("35 still missing")
    page.get_by_role("button", name="Accident", exact=True).tap()
    page.locator(chip("b3")).tap()
    sent(page)
    expect(page.locator("[data-missing]")).to_have_text("36 still missing")


def test_a_tap_into_a_stage_that_was_ended_meanwhile_is_told(
    director_tablet: Page, tour: Tour
) -> None:
    page = director_tablet
    open_stage(page, tour)
    stage = tour.stages.get(number=1)
    Stage.objects.filter(pk=stage.pk).update(state=Stage.State.ENDED)
    page.locator(chip("a1")).tap()
    expect(page.locator("#refused")).to_contain_text(
        "Not counted: Azure 1, 1st at Sprint 1. Stage 1 has ended"
    )
    sent(page)
    assert not Entry.objects.exists()


def test_end_stage_waits_for_what_is_not_sent(director_tablet: Page, director: User) -> None:
    tour = a_tour(by=director, stages=2, teams=3, riders=5)
    log_whole(tour.stages.get(number=1), end="")
    say(tour.stages.get(number=1), "remove s1 a2")
    page = director_tablet
    page.goto(f"/tours/{tour.slug}/stages/1/?line=s1")
    page.wait_for_selector(".stage.scripted")
    page.context.set_offline(True)
    page.locator(chip("a2")).tap()
    page.locator("[data-end]").tap()
    expect(page.locator("#refused")).to_contain_text(
        "Not everything is sent yet. The stage ends once it is."
    )
    assert tour.stages.get(number=1).state == Stage.State.ACTIVE
    page.context.set_offline(False)
    page.wait_for_url("**/stages/1/end-of-stage/")


@pytest.mark.layout
def test_the_pages_beside_it_shut_nobody_out(
    browser_context_at: ContextMaker, director: User, axe_by_day_and_night: Callable[[Page], None]
) -> None:
    """The refusal, the log, what a correction changes, the start of the next stage, and what others
    see.
    """
    axe = axe_by_day_and_night
    tour = a_tour(by=director, stages=2, teams=2, riders=5)
    base = f"/tours/{tour.slug}/stages/1/"
    page = browser_context_at(PHONE, user=director).new_page()
    page.goto(f"{base}?line=finish")
    page.wait_for_selector(".stage.scripted")
    page.locator("[data-missing-chip] summary").tap()
    page.wait_for_selector(".missing-sheet")
    axe(page)
    log_whole(tour.stages.get(number=1))
    record(
        stage=tour.stages.get(number=1), body=said("reopen"), token="reopen-it", by=director, at=NOW
    )
    record(
        stage=tour.stages.get(number=1),
        body=said("move finish a1 4"),
        token="move-it",
        by=director,
        at=NOW,
    )
    look = browser_context_at(PHONE).new_page()
    for address in (f"{base}end/", f"{base}log/", base, f"/tours/{tour.slug}/stages/2/"):
        page.goto(address)
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, address
    for address in (base, f"/tours/{tour.slug}/stages/2/", f"/tours/{tour.slug}/advantages/"):
        look.goto(address)
        axe(look)
        assert look.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, address


def test_a_time_half_typed_outlasts_the_answer_to_a_tap(director_tablet: Page, tour: Tour) -> None:
    page, codes = director_tablet, riders(tour)
    open_stage(page, tour)
    open_line(page, "finish")
    page.context.set_offline(True)
    page.locator(chip(codes[0])).tap()
    page.get_by_text("By hand").tap()
    page.get_by_label("Time, mm:ss").press_sequentially("3:2")
    page.context.set_offline(False)
    sent(page)
    expect(page.get_by_label("Time, mm:ss")).to_be_focused()
    page.keyboard.type("5")
    page.get_by_role("button", name="Set").tap()
    sent(page)
    assert page.locator("[data-arrivals] .time").all_inner_texts() == ["3:25"]
