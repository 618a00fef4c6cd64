"""Pages of leagues: the demo's league as it was drawn, its settings, who may change it, and that it
follows its tours.
"""

import re

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factory import NOW, a_user
from tests.kept import kept
from tests.race import a_raced_tour, tap
from tourmanager.accounts.models import User
from tourmanager.leagues import changing
from tourmanager.leagues.changing import LeagueRefused
from tourmanager.leagues.models import League, Member, Round, Season, TourFacts
from tourmanager.leagues.reading import read_season
from tourmanager.people import identity
from tourmanager.people.identity import add_person, merge
from tourmanager.people.models import Person
from tourmanager.results.sheet import entries as e
from tourmanager.scoring.league.season import SeasonRules
from tourmanager.tours.models import Tour
from tourmanager.tours.pages import keeping
from tourmanager.web.shelf import clear_all

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


def words_of(html: str) -> str:
    """The text of a page, one space between words."""
    without = re.sub(r"<(script|style|svg)\b.*?</\1>|<[^>]+>", " ", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", without).strip()


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def looked_at(path: str, client: Client | None = None) -> str:
    response = (client or Client()).get(path)
    assert response.status_code == 200, path
    return words_of(response.content.decode())


class TestDemo:
    """The league of the demo, as a visitor sees it."""

    @pytest.fixture(autouse=True)
    def league(self) -> None:
        kept("whole demo", lambda: call_command("demo", verbosity=0))
        self.league = League.objects.get()
        self.home = self.league.get_absolute_url()

    def player(self, name: str) -> str:
        return str(Person.objects.get(name=name).pk)

    def test_the_table_after_round_6_is_the_one_that_was_drawn(self):
        read = read_season(self.league)
        assert read is not None
        rows = read.table(read.divisions[0])
        assert [(read.names[row.who], row.halves // 2, (row.most or 0) // 2) for row in rows] == [
            ("Ana Ruiz", 50, 60),
            ("Emma Kowalczyk", 41, 56),
            ("Bernat Soler", 41, 52),
            ("Chiara Donati", 34, 50),
            ("Dries Vermeulen", 26, 48),
            ("Gwenaëlle Le Bihan", 20, 48),
            ("Farid Haddad", 15, 46),
            ("Wiesława Brzezińska", 10, 46),
        ]

    def test_the_page_says_who_leads_and_who_can_still_win(self):
        page = looked_at(self.home)
        assert "After round 6 best 5 of 10 count" in page
        assert "level: 2 rounds won to 1" in page
        assert "level with Emma" in page
        assert "3 of 4 rounds needed" in page
        assert (
            "Four of eight. Chiara must win at least three of the four rounds left. Ana may never"
            " be second. Emma may be second once at most. The others cannot reach 50."
        ) in page
        assert "round 4: 5 points, dropped." in page
        assert "round 3: won, 10 points." in page
        assert "Emma is ahead: won rounds 1 and 5, Bernat only round 2." in page

    def test_the_live_card_says_what_the_tour_would_change(self):
        page = looked_at(self.home)
        assert "Round 7, on the road Coast and Cols Stage 3 of 5" in page
        assert "Chiara 34 → 41 +10 Bernat 41 → 44 +8 Ana stays 50 +6 Dries 26 → 28 +5" in page
        assert "Bernat goes past Emma, who is not riding." in page

    def test_an_earlier_round_shows_the_table_of_then(self):
        page = looked_at(f"{self.home}?after=3")
        assert "After round 3" in page
        assert "Who can still win" not in page
        assert "After round 6" in looked_at(f"{self.home}?after=7"), "7 is not over"
        assert "After round 6" in looked_at(f"{self.home}?after=none")

    def test_the_other_division_and_the_table_of_the_teams(self):
        assert "Jonas Aalto" in looked_at(f"{self.home}?division=2")
        assert "Ana Ruiz" not in looked_at(f"{self.home}?division=2")
        teams = looked_at(f"{self.home}?of=teams")
        assert "Karbon Kraków" in teams
        assert "Ana Ruiz" not in teams

    def test_the_calendar_names_rounds_games_and_winners(self):
        page = looked_at(f"{self.home}calendar/")
        assert "1 Opening Sprint Flamme Rouge · 1 stage Emma" in page
        assert "4 Night Criterium Race without a board · 1 stage Chiara" in page
        assert "Tour of the Five Valleys Cycling Party · 5 stages · ×2 Ana" in page
        assert "now 7 Coast and Cols" in page
        assert "10 Grand Final" in page

    def test_a_player_has_a_career_over_all_tours(self):
        page = looked_at(f"{self.home}players/{self.player('Ana Ruiz')}/")
        assert (
            "Leads the Winter League with 50, nine ahead of Emma and Bernat. Riding round 7 now"
            " with Blauwberg Wielerploeg: 3rd"
        ) in page
        assert "also written Ana, A. Ruiz" in page
        figures = re.search(r"(\d+) tours 6 tours .* (\d+) tours won 2 tours won", page)
        assert figures is not None
        assert figures.groups() == ("6", "2")
        assert "3 of 6 in round 1 2 of 6 in round 2 1 of 4 in round 3" in page
        assert "Gwenaëlle Le Bihan 1 times ahead, 2 times behind" in page

    def test_a_player_who_does_not_lead_is_told_how_far_behind(self):
        page = looked_at(f"{self.home}players/{self.player('Chiara Donati')}/")
        assert "4th of the Winter League with 34, 16 behind Ana." in page

    def test_two_players_are_compared_over_the_tours_of_both(self):
        ana, emma = self.player("Ana Ruiz"), self.player("Emma Kowalczyk")
        page = looked_at(f"{self.home}players/{ana}/against/{emma}/")
        assert "Ana Ruiz 2 : 2 Emma Kowalczyk" in page
        assert "1st Tour of the Five Valleys 2nd" in page
        assert Client().get(f"{self.home}players/{ana}/against/{ana}/").status_code == 302

    def test_records_name_their_holders(self):
        page = looked_at(f"{self.home}records/")
        assert "Rounds won 2 Ana Ruiz Emma Kowalczyk" in page
        assert "Rounds in the lead of the league, one after another 4 Ana Ruiz" in page
        assert "Most points in one round 20 Ana Ruiz" in page

    def test_the_list_of_leagues_names_it_to_who_may_find_it(self):
        assert "Winter League Club Tourmalet · 2026–27" in looked_at("/leagues/")
        changing.rename(self.league, "Winter League", "", listed=False)
        assert "Winter League" not in looked_at("/leagues/")
        organiser = self.league.organisers.get()
        assert "Winter League" in looked_at("/leagues/", signed_in(organiser))

    def test_players_and_merged_players_are_found(self):
        assert "Wiesława Brzezińska" in looked_at(f"{self.home}players/")
        ana = Person.objects.get(name="Ana Ruiz")
        again = add_person("Ana R.", owner=None, at=NOW)
        merge(ana, again)
        response = Client().get(f"{self.home}players/{again.pk}/")
        assert response.headers["Location"] == f"{self.home}players/{ana.pk}/"
        assert Client().get(f"{self.home}players/99999/").status_code == 404
        assert Client().get(f"{self.home}players/none/").status_code == 404

    def test_every_page_costs_the_same_queries_however_many_rounds_there_are(self):
        ana = self.player("Ana Ruiz")
        season = self.league.seasons.get()
        live = season.rounds.get(number=7)
        changing.remove_round(live)  # what is on the road is computed each time
        tours = [each.tour for each in season.rounds.exclude(tour=None).select_related("tour")]
        pages = ("", "calendar/", f"players/{ana}/", "records/", "?of=teams")
        for page in pages:
            looked_at(self.home + page)  # facts are stored
        clear_all()
        assert TourFacts.objects.count() == 6
        before = {page: self.queries(page) for page in pages}
        following = changing.new_season(self.league, "2027–28", season.season_rules)
        for tour in tours[:3]:
            changing.add_round(following, tour=tour)
        for page in pages:
            glue = "&" if "?" in page else "?"
            if page != "records/":  # reads the hall of fame season by season
                assert self.queries(f"{page}{glue}season=2") == before[page], page

    def queries(self, page: str) -> int:
        """Queries of a page of which nothing is kept."""
        clear_all()
        with CaptureQueriesContext(connection) as asked:
            looked_at(self.home + page)
        return len(asked)

    @pytest.mark.parametrize(
        "change",
        [
            lambda season, ana: identity.rename(ana, "Anna Ruiz"),
            lambda season, ana: changing.put_member(season, ana, season.divisions.get(position=2)),
            lambda season, ana: changing.set_rules(season, SeasonRules(table=(7, 3), best=2)),
            lambda season, ana: changing.remove_round(season.rounds.get(number=1)),
            lambda season, ana: keeping.erase(season.rounds.get(number=2).tour, at=NOW),
            lambda season, ana: keeping.rename(season.rounds.get(number=2).tour, "Two", at=NOW),
            lambda season, ana: merge(ana, Person.objects.get(name="Emma Kowalczyk")),
            lambda season, ana: identity.unmerge(Person.objects.exclude(merged_into=None).get()),
            lambda season, ana: changing.new_season(season.league, "2027", season.season_rules),
        ],
        ids=["name", "division", "rules", "round", "erased", "tour", "merge", "unmerge", "season"],
    )
    def test_what_is_kept_of_a_season_follows_every_change(self, change):
        season, ana = self.league.seasons.get(), Person.objects.get(name="Ana Ruiz")
        if not Person.objects.exclude(merged_into=None).exists():
            merge(Person.objects.get(name="Bernat Soler"), Person.objects.get(name="Farid Haddad"))
        pages = [self.home, f"{self.home}calendar/", f"{self.home}?season=1&of=teams"]
        before = [looked_at(page) for page in pages]
        change(season, ana)
        after = [looked_at(page) for page in pages]
        clear_all()
        assert after == [looked_at(page) for page in pages]
        assert after != before

    def test_a_long_table_has_pages_and_says_where_one_stands(self):
        season = self.league.seasons.get()
        last = None
        for number in range(60):
            last = identity.add_person(f"Zoe {number:02}", owner=None, at=NOW)
            changing.put_member(season, last, season.divisions.get(position=1))
        user = a_user("zoe")
        identity.set_account(last, "zoe")
        own = signed_in(user)
        first, second = (own.get(self.home, {"page": page}).content.decode() for page in ("", "2"))
        ana = f'data-who="{self.player("Ana Ruiz")}"'
        assert (ana in first, ana in second) == (True, False)
        assert (f'data-who="{last.pk}"' in first, f'data-who="{last.pk}"' in second) == (
            False,
            True,
        )
        assert "Page 1 of 2" in words_of(first)
        assert ("Your place" in first, "Your place" in second) == (True, False)
        for wrong in ("0", "-1", "x", "9" * 30):
            assert Client().get(self.home, {"page": wrong}).status_code == 200


# -- following tours


@pytest.fixture
def dora() -> User:
    return a_user("dora")


@pytest.fixture
def league(dora: User) -> League:
    return changing.create_league("Winter", "", "2026", by=dora, at=NOW)


@pytest.fixture
def season(league: League) -> Season:
    return league.seasons.get()


def seated(tour: Tour, *people: Person) -> Tour:
    for team, person in zip(tour.teams.order_by("seat"), people, strict=False):
        team.person = person
        team.save(update_fields=["person"])
    return tour


@pytest.fixture
def people(dora: User) -> list[Person]:
    return [add_person(name, owner=dora, at=NOW) for name in ("Ana Ruiz", "Bernat Soler")]


def totals(league: League) -> dict[str, int]:
    read = read_season(league)
    assert read is not None
    return {read.names[row.who]: row.halves // 2 for row in read.table(None)}


def test_a_correction_of_a_tour_changes_the_table(league, season, dora, people):
    tour = seated(a_raced_tour(stages=1, by=dora), *people)
    tour.refresh_from_db()
    changing.add_round(season, tour=tour)
    changing.set_rules(season, SeasonRules(by="manager_points"))
    before = totals(league)
    assert TourFacts.objects.get().revision == tour.revision
    stage = tour.stages.get()
    tap(stage, e.Reopen(), by=dora)
    reading = tap(stage, e.Status("a1", "dsq"), by=dora).reading
    assert reading is not None
    tap(stage, e.End(("PLACES_MISSING", "TIME_ORDER")), by=dora)
    assert totals(league) != before


def test_a_round_of_one_stage_counts_that_stage_alone(league, season, dora, people):
    tour = seated(a_raced_tour(stages=2, raced=1, by=dora), *people)
    changing.add_round(season, tour=tour, stage=tour.stages.get(number=1))
    changing.add_round(season, tour=tour, stage=tour.stages.get(number=2))
    read = read_season(league)
    assert read is not None
    assert [each.state for each in read.rounds] == ["done", "to_come"]
    assert sorted(totals(league).values()) == [8, 10]
    tap(tour.stages.get(number=2), e.Place("s1", "a1"), by=dora)
    read = read_season(league)
    assert read is not None
    assert [each.state for each in read.rounds] == ["done", "live"]
    assert f"{tour.name}, Stage 1" in looked_at(f"{league.get_absolute_url()}calendar/")


def test_teams_without_a_player_are_told_and_count_nothing(league, season, dora):
    tour = a_raced_tour(stages=1, by=dora)
    changing.add_round(season, tour=tour)
    page = looked_at(league.get_absolute_url())
    assert f"Round 1, {tour.name}: nobody has said yet who plays 2 of its teams." in page
    assert "Nobody has ridden yet." in page


def test_an_erased_tour_and_one_of_an_unknown_game_are_rounds_to_come(league, season, dora):
    tours = [a_raced_tour(stages=1, by=dora, name=name) for name in ("Gone", "Strange")]
    for tour in tours:
        changing.add_round(season, tour=tour)
    Tour.objects.filter(pk=tours[0].pk).update(erased_at=NOW)
    Tour.objects.filter(pk=tours[1].pk).update(game="ludo")
    page = looked_at(league.get_absolute_url())
    assert "Gone" not in page
    assert "Strange" not in page


def test_a_season_without_rounds_says_what_to_do_first(league, dora):
    assert "This season has no round yet." in looked_at(league.get_absolute_url())
    assert "Add the first tour" not in looked_at(league.get_absolute_url())
    assert "Add the first tour" in looked_at(league.get_absolute_url(), signed_in(dora))


# -- settings


def send(client: Client, league: League, do: str, **fields: object):
    address = reverse("leagues:settings", args=[league.slug])
    return client.post(address, {"do": do, **fields}, follow=True)


def said(response) -> str:
    return words_of(response.content.decode())


def test_who_makes_a_league_organises_it(dora):
    client = signed_in(dora)
    response = client.post(
        "/leagues/", {"name": " Summer  Cup ", "club": "", "season": "2027"}, follow=True
    )
    league = League.objects.get()
    assert league.name == "Summer Cup"
    assert response.redirect_chain == [(f"/leagues/{league.slug}/settings/", 302)]
    assert "Give the league a name." in said(client.post("/leagues/", {"season": "x"}))


def test_a_stranger_changes_nothing(league, season):
    changing.add_round(season, name="Final")
    stranger = signed_in(a_user("otto"))
    before = Round.objects.values().get()
    for do in ("remove-round", "move-round", "rename", "rules", "add-organiser", "start-season"):
        response = send(stranger, league, do, which=before["id"], username="otto", name="Mine")
        assert response.status_code == 403
    assert Round.objects.values().get() == before
    assert Client().get(f"/leagues/{league.slug}/settings/").status_code == 302


def test_rounds_are_added_changed_moved_and_removed(league, season, dora):
    client, tour = signed_in(dora), a_raced_tour(stages=1, by=dora)
    for fields in ({"round-tour": tour.pk}, {"round-name": "Final", "round-date": "2027-01-23"}):
        response = send(client, league, "add-round", **fields, **{"round-half_weight": 2})
        assert "is added." in said(response)
    final = season.rounds.get(number=2)
    send(client, league, "move-round", which=final.pk, to="earlier")
    assert [each.name for each in season.rounds.order_by("number")] == ["Final", ""]
    assert "The rounds are numbered from 1 to 2." in said(
        send(client, league, "move-round", which=final.pk, to="earlier")
    )
    key = f"round-{final.pk}"
    fields = {f"{key}-name": "Grand Final", f"{key}-half_weight": 4}
    send(client, league, "change-round", which=final.pk, **fields)
    final.refresh_from_db()
    assert (final.name, final.half_weight, final.number) == ("Grand Final", 4, 1)
    send(client, league, "remove-round", which=final.pk)
    assert season.rounds.get().number == 1
    assert Tour.objects.filter(pk=tour.pk).exists()


def test_what_cannot_be_a_round_is_refused_in_words(league, season, dora):
    client, tour = signed_in(dora), a_raced_tour(stages=1, by=dora)
    changing.add_round(season, tour=tour)
    for fields, sentence in (
        ({}, "Choose a tour, or write a name or a date for a round to come."),
        ({"round-tour": tour.pk}, "That tour is a round of this season already."),
        ({"round-tour": tour.pk, "round-stage": 7}, f"{tour.name} has no stage 7."),
        ({"round-stage": 1}, "Choose the tour of that stage."),
        ({"round-name": "x", "round-date": "tomorrow"}, "Enter a valid date."),
    ):
        response = send(client, league, "add-round", **fields, **{"round-half_weight": 2})
        assert response.status_code == 422
        assert sentence in said(response)
    assert season.rounds.count() == 1


def test_rules_are_changed_and_nonsense_is_refused(league, season, dora):
    client = signed_in(dora)
    good = {
        "rules-by": "table",
        "rules-table": "5, 3 1",
        "rules-best": 3,
        "rules-minimum": 2,
        "rules-link1": "head_to_head",
    }
    send(client, league, "rules", **good)
    season.refresh_from_db()
    assert season.season_rules == SeasonRules("table", (5, 3, 1), (), 3, 2, ("head_to_head",))
    for wrong, sentence in (
        ({"rules-table": "3, 5"}, "A better place cannot bring fewer points than a worse one."),
        ({"rules-table": "ten"}, "Write whole numbers with commas between them"),
        ({"rules-table": "99999"}, "Points for a place are from 0 to 10000."),
        ({"rules-link2": "head_to_head"}, "can be used once."),
        ({"rules-best": -1}, "greater than or equal to 0"),
    ):
        response = send(client, league, "rules", **(good | wrong))
        assert response.status_code == 422
        assert sentence in said(response)
    season.refresh_from_db()
    assert season.season_rules.table == (5, 3, 1)


def test_divisions_players_and_the_next_season(league, season, dora, people):
    client = signed_in(dora)
    for name, up, down in (("First", 0, 1), ("Second", 1, 0)):
        fields = {"division-name": name, "division-promoted": up, "division-relegated": down}
        send(client, league, "add-division", **fields)
    first, second = season.divisions.order_by("position")
    third = add_person("Chiara", owner=dora, at=NOW)
    for person, division in ((people[0], first), (people[1], first), (third, second)):
        send(client, league, "put-member", which=person.pk, division=division.pk)
    tour = seated(a_raced_tour(stages=1, teams=2, by=dora), *people)
    changing.add_round(season, tour=tour)
    read = read_season(league)
    assert read is not None
    last = read.table(first)[-1].who
    response = send(client, league, "start-season", **{"next-name": "2027"})
    assert "The season 2027 begins, with the same rules." in said(response)
    following = league.seasons.get(position=2)
    placed = dict(
        Member.objects.filter(season=following).values_list("person_id", "division__position")
    )
    assert placed.pop(int(last)) == 2
    assert placed.pop(third.pk) == 1
    assert [*placed.values()] == [1]
    assert "Hall of fame 2026 First" in looked_at(f"{league.get_absolute_url()}records/")


def test_a_league_keeps_an_organiser(league, dora):
    client, otto = signed_in(dora), a_user("otto")
    assert "needs an organiser" in said(send(client, league, "remove-organiser", which=dora.pk))
    send(client, league, "add-organiser", **{"organiser-username": "OTTO"})
    assert {*league.organisers.all()} == {dora, otto}
    response = send(client, league, "remove-organiser", which=dora.pk)
    assert response.redirect_chain[-1][0] == league.get_absolute_url()
    assert "Nobody here signs in as" in said(
        send(signed_in(otto), league, "add-organiser", **{"organiser-username": "nobody"})
    )


def test_a_division_of_another_season_is_refused(league, season, dora, people):
    other = changing.new_season(league, "2027", SeasonRules())
    division = changing.add_division(other, "Elsewhere", 0, 0)
    with pytest.raises(LeagueRefused):
        changing.put_member(season, people[0], division)


def test_a_correction_says_before_it_is_saved_what_it_changes_in_the_league(
    league, season, dora, people
):
    tour = seated(a_raced_tour(stages=1, by=dora), *people)
    changing.add_round(season, tour=tour)
    changing.set_rules(season, SeasonRules(by="manager_points"))
    before = totals(league)
    stage = tour.stages.get()
    tap(stage, e.Reopen(), by=dora)
    tap(stage, e.Status("a1", "dsq"), by=dora)
    page = said(signed_in(dora).get(f"/tours/{tour.slug}/stages/1/end/"))
    told = page.partition("Winter, 2026")[2]
    assert totals(league) == before
    tap(stage, e.End(("PLACES_MISSING", "TIME_ORDER")), by=dora)
    after = totals(league)
    assert after != before
    for name in after:
        if before[name] != after[name]:
            assert re.search(rf"{name} .{{0,30}}{before[name]} → {after[name]} points", told)
