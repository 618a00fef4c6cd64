"""The stage designer: what each tap does to the row, what is kept, what is shared, what is
refused.
"""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from games.engine import BadSetup
from games.flamme_rouge import code
from games.flamme_rouge.facts import facts_of_road
from games.flamme_rouge.road import tiles
from games.flamme_rouge.stages import catalogue
from tests.factory import NOW, a_user
from tests.play.test_pages import HTMX, signed_in
from tourmanager.accounts.models import User
from tourmanager.play.models import Ride
from tourmanager.tabletop.flamme_rouge.designs import saving
from tourmanager.tabletop.flamme_rouge.designs.preview import laid_out
from tourmanager.tabletop.flamme_rouge.designs.row import (
    BEFORE_ALL,
    TileRow,
    change_row,
    name_of,
    remember_change,
    row_of,
    undo_change,
)
from tourmanager.tabletop.flamme_rouge.designs.saving import DesignRefused
from tourmanager.tabletop.flamme_rouge.models import Design

TWO_HILLS = "a b K m u"
SIDES = sorted(tiles())


def tapped(row: TileRow, *taps: str) -> str:
    for tap in taps:
        row = change_row(row, tap)
    return row.text


NEW = "/designs/new/"


class TestRow:
    def test_a_tile_goes_behind_the_marked_one_and_is_marked_itself(self):
        assert tapped(TileRow(), "put b", "put K", "put m") == "a b K m u"
        assert tapped(row_of("abKmu"), "mark 1", "put e") == "a b e K m u"

    def test_a_stage_that_is_read_goes_on_before_its_finish(self):
        assert tapped(row_of("abu"), "put c") == "a b c u"
        assert tapped(row_of("ab"), "put c") == "a b c"

    def test_a_tile_that_lies_is_turned_over_where_it_lies(self):
        assert tapped(row_of("abcu"), "put B") == "a B c u"
        assert change_row(row_of("abcu"), "put b").marked == 1, (
            "tapped with the side that lies it is marked"
        )
        assert tapped(row_of("abcu"), "mark 1", "turn", "turn", "turn") == "a B c u"

    def test_there_is_one_start_and_the_finish_comes_last(self):
        assert tapped(row_of("abu"), "put 1*") == "1* b u"
        assert tapped(row_of("b"), "put a", "put U") == "a b U"

    def test_tiles_are_moved_and_taken_out_and_the_ends_of_the_row_hold(self):
        assert tapped(row_of("abcu"), "mark 1", "right") == "a c b u"
        assert tapped(row_of("abcu"), "mark 2", "left", "left", "left") == "c a b u"
        assert tapped(row_of("abcu"), "mark 3", "right", "out", "out") == "a b"
        assert tapped(row_of("a"), "out", "out", "left", "turn") == ""

    @pytest.mark.parametrize("tap", ["put z", "put", "jump", "put 10", "lay abz"])
    def test_what_is_no_tap_is_refused(self, tap: str):
        with pytest.raises(BadSetup):
            change_row(TileRow(), tap)

    @given(
        st.lists(
            st.sampled_from(
                [
                    *(f"put {side}" for side in SIDES),
                    "left",
                    "right",
                    "turn",
                    "out",
                    *(f"mark {at}" for at in range(-2, 9)),
                ]
            )
        )
    )
    def test_whatever_is_tapped_each_tile_lies_once_and_every_step_is_taken_back(
        self, taps: list[str]
    ):
        row, past, rows = TileRow(), [], []
        for tap in taps:
            after = change_row(row, tap)
            if after.tiles != row.tiles:
                rows.append(row.tiles)
            past, row = remember_change(past, row, after), after
            names = [name_of(side) for side in row.tiles]
            assert len(set(names)) == len(names)
            assert BEFORE_ALL <= row.marked < max(1, len(names))
        while past:
            row, past = undo_change(past)
            assert row.tiles == rows.pop()


class TestCode:
    @pytest.mark.rule("FR-010")
    @given(st.lists(st.sampled_from(SIDES), min_size=1, max_size=30))
    def test_a_code_says_the_tiles_and_nothing_else(self, sides: list[str]):
        assert code.read_code(code.write_code(" ".join(sides))) == " ".join(sides)

    @pytest.mark.parametrize(
        ("typed", "words"),
        [
            ("", "needs tiles"),
            ("abz", "no tile z"),
            ("a-b", "no code"),
            ("x" * 61, "too long"),
            ("a**", "no code"),
            ("٣", "no code"),
        ],
    )
    def test_what_is_no_code_is_refused_in_words(self, typed: str, words: str):
        with pytest.raises(BadSetup, match=words):
            code.read_code(typed)

    @pytest.mark.rule("FR-133", "FR-134", "FR-132")
    def test_facts_of_a_stage(self):
        found = facts_of_road(catalogue()["la-haute-montagne"].tiles)
        assert (found.length, found.room, found.peloton) == (74, 10, False)
        assert [(climb.squares, climb.category, climb.summit) for climb in found.climbs] == [
            (7, "second", 43),
            (12, "hc", 74),
        ]
        assert facts_of_road(catalogue()["peloton-9"].tiles).peloton


class TestAdvice:
    @pytest.mark.rule("FR-P-050", "FR-P-055")
    def test_errors_refuse_and_hints_warn(self):
        shown = laid_out("", TWO_HILLS, 12, breakaway=True)
        assert any("12 riders start" in words for words in shown.wrong)
        assert any("tile 2" in words for words in shown.wrong)
        assert any("straight tiles" in words for words in shown.hints)
        assert not laid_out("", TWO_HILLS, 4).wrong

    def test_tiles_that_lie_on_each_other_are_named(self):
        assert any(
            "lie on each other" in words and "a and b" in words
            for words in laid_out("", "a e g i j b u", 4).hints
        )

    def test_no_ready_stage_lies_on_itself(self):
        for stage in catalogue().values():
            assert not [
                words for words in laid_out("", stage.tiles, 4).hints if "on each other" in words
            ], stage.name


@pytest.fixture
def owner() -> User:
    return a_user()


@pytest.mark.django_db
class TestSaving:
    def saved(self, owner: User, name: str = "Two hills", tiles: str = TWO_HILLS) -> Design:
        return saving.save(owner=owner, name=name, tiles=tiles, at=NOW)

    def test_a_name_is_given_once_and_the_same_stage_is_saved_once(self, owner: User):
        assert self.saved(owner) == self.saved(owner)
        with pytest.raises(DesignRefused, match="another name"):
            self.saved(owner, tiles="a u")
        assert self.saved(a_user(), tiles="a u"), "names are everybody's own"

    @pytest.mark.parametrize(
        ("name", "tiles"),
        [
            ("", TWO_HILLS),
            ("x" * 61, TWO_HILLS),
            ("No finish", "a b"),
            ("Twice", "a b B u"),
            ("None", ""),
        ],
    )
    def test_what_can_never_be_ridden_or_has_no_name_is_not_kept(
        self, owner: User, name: str, tiles: str
    ):
        with pytest.raises(DesignRefused):
            self.saved(owner, name, tiles)
        assert not Design.objects.exists()

    def test_deleting_is_undone_also_where_the_name_was_given_away(self, owner: User):
        first = self.saved(owner)
        saving.delete(first, at=NOW)
        second = self.saved(owner, tiles="a u")
        first.refresh_from_db()
        assert saving.restore(first).name == "Two hills, back"
        saving.delete(second, at=NOW)
        saving.delete(first, at=NOW + saving.KEPT + timedelta(days=1))
        assert not Design.objects.filter(pk=second.pk).exists(), "what was deleted long ago is gone"

    def test_a_copy_pressed_twice_is_one(self, owner: User):
        first = self.saved(owner)
        assert saving.copy(first, at=NOW) == saving.copy(first, at=NOW)
        assert sorted(Design.objects.values_list("name", flat=True)) == [
            "Two hills",
            "Two hills, copy",
        ]


@pytest.mark.django_db
class TestPages:
    def post(self, client: Client, address: str, do: str, **fields: str):
        usual = {"tiles": "abKmu", "marked": "1", "past": "", "riders": "4", "name": "Two hills"}
        return client.post(address, {**usual, "do": do, **fields}, headers=HTMX)

    def test_a_stage_is_laid_out_saved_changed_and_stays_its_owners(self, owner: User):
        client, new = signed_in(owner), NEW
        page = self.post(client, new, "put c")
        assert 'value="abcKmu"' in page.content.decode()
        assert page["HX-Replace-Url"].endswith("?tiles=abcKmu")
        assert self.post(client, new, "save")["HX-Redirect"] == reverse("flamme_rouge:designs")
        design = Design.objects.get(owner=owner)
        edit = reverse("flamme_rouge:edit_design", args=[design.pk])
        moved = self.post(client, edit, "save", tiles="abcKmu")
        assert (moved.status_code, moved["HX-Redirect"]) == (200, reverse("flamme_rouge:designs"))
        design.refresh_from_db()
        assert design.tiles == "a b c K m u"
        stranger = signed_in(a_user())
        for page in ("edit", "copy", "delete", "restore"):
            address = reverse(f"flamme_rouge:{page}_design", args=[design.pk])
            assert stranger.post(address, {"do": "save"}).status_code == 404
        assert Client().get(edit).status_code == 302, "a visitor signs in first"

    def test_undo_comes_with_the_page(self, owner: User):
        page = self.post(signed_in(owner), NEW, "undo", past="au abu")
        assert 'name="tiles" value="abu"' in page.content.decode()
        assert 'name="past" value="au"' in page.content.decode()

    @pytest.mark.parametrize(
        ("do", "fields", "words"),
        [
            ("save", {"name": ""}, "Give the stage a name"),
            ("save", {"name": "x" * 80}, "60 letters"),
            ("save", {"tiles": "ab"}, "ends with the finish tile"),
            ("read", {"typed": "zzz"}, "There is no tile z"),
            ("lay", {"ready": "nowhere"}, "Choose a stage"),
            ("put zz", {}, "no such tile"),
        ],
    )
    def test_what_is_wrong_is_said_and_what_was_typed_stays(
        self, owner: User, do: str, fields: dict[str, str], words: str
    ):
        response = self.post(signed_in(owner), NEW, do, **fields)
        page = response.content.decode()
        assert response.status_code == 422
        assert words in page
        for value in fields.values():
            assert f'value="{value}"' in page or do == "lay"
        assert not Design.objects.exists()

    @pytest.mark.parametrize(
        "fields", [{"tiles": "zz"}, {"marked": "x"}, {"past": "??"}, {"riders": "5000"}]
    )
    def test_a_page_that_was_tampered_with_is_refused(self, owner: User, fields: dict[str, str]):
        assert self.post(signed_in(owner), NEW, "left", **fields).status_code == 400

    def test_whoever_has_the_link_sees_the_stage_and_may_take_it_over(self, owner: User):
        address = reverse("flamme_rouge:design", args=["abKmu"])
        assert "Ride this stage" in Client().get(address).content.decode()
        assert Client().post(address, {"name": "Mine"}).url.startswith("/account/")
        assert signed_in(owner).post(address, {"name": "Mine"}).status_code == 302
        assert Design.objects.get(owner=owner).tiles == TWO_HILLS

    @pytest.mark.parametrize("typed", ["zz", "a-b", "abK" * 30])
    def test_a_bad_code_is_not_found_in_words(self, typed: str):
        response = Client().get(reverse("flamme_rouge:design", args=[typed]))
        assert response.status_code == 404
        assert any(
            words in response.content.decode() for words in ("no tile z", "no code", "too long")
        )

    def test_a_saved_stage_is_ridden(self, owner: User):
        design = saving.save(owner=owner, name="Two hills", tiles=TWO_HILLS, at=NOW)
        address = reverse("play:new", args=["flamme_rouge"])
        fields = {
            "version": "base",
            "stage": f"own-{design.pk}",
            "seat_0": "here",
            "seat_1": "bot:steady",
            "token": "one-press",
        }
        fields |= {"stop": "all", "exhaustion_stock": "unlimited", "pace": "0"}
        assert signed_in(owner).post(address, fields).status_code == 302
        ride = Ride.objects.get()
        assert (ride.name, ride.setup["stage"]) == ("Two hills", {"tiles": TWO_HILLS})
        assert signed_in(a_user()).post(address, fields).status_code == 422, (
            "nobody rides another one's stage by its number"
        )
