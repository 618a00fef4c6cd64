"""How long the pages of a league of 50 tours and 500 players take, against an empty page in the
same process, asked in turn with it. Times are of the processor.

    .venv/bin/python -m benchmarks.leagues
"""

import time
from random import Random

import msgspec
from django.core.management import call_command
from django.test import Client, override_settings
from rich.console import Console
from rich.table import Table

from benchmarks.pages import in_turn, judge, queries  # sets Django up
from tests.factory import CAST, NOW, a_tour, a_user
from tourmanager.accounts.models import User
from tourmanager.leagues import changing
from tourmanager.leagues.facts import VERSION, Facts, StageResult, TeamFacts
from tourmanager.leagues.models import League, Member, TourFacts
from tourmanager.people.identity import add_person
from tourmanager.people.models import Person
from tourmanager.scoring.league.season import SeasonRules
from tourmanager.tours.models import Stage, Tour, TourTeam
from tourmanager.web.shelf import clear_all

TOURS, PLAYERS, TEAMS = 50, 500, 22
BUDGET = 25  # times an empty page
QUERIES = 20
RUNS = 15


def a_large_league(director: User) -> League:
    """A league of 50 tours that are over, each with 22 of its 500 players, and one to come."""
    dice = Random(14)
    league = changing.create_league("Large League", "Club", "2026", by=director, at=NOW)
    season = league.seasons.get()
    changing.set_rules(season, SeasonRules(table=(25, 20, 16, 13, 11, 10, 9, 8, 7, 6), best=20))
    people = [
        add_person(f"Player{number} Family{number % 83}", owner=director, at=NOW)
        for number in range(PLAYERS)
    ]
    Member.objects.bulk_create(Member(season=season, person=each) for each in people)
    for number in range(TOURS):
        riding = dice.sample(people, TEAMS)
        changing.add_round(season, tour=a_tour_that_is_over(number, riding, director))
    changing.add_round(season, name="Final")
    return league


def a_tour_that_is_over(number: int, riding: list[Person], director: User) -> Tour:
    """A tour with teams, stages and facts, as if it had been ridden in the order of `riding`."""
    tour = a_tour(stages=2, teams=2, riders=5, by=director, name=f"Large {number} {time.time_ns()}")
    Stage.objects.filter(tour=tour).update(state=Stage.State.ENDED)
    Tour.objects.filter(pk=tour.pk).update(state=Tour.State.FINISHED)
    tour.teams.all().delete()
    teams = [
        TourTeam(
            tour=tour,
            seat=seat + 1,
            letter=chr(ord("a") + seat),
            name=f"Team {seat}",
            short_name=f"T{seat}",
            colour=CAST[seat % len(CAST)][2],
            pattern="plain",
            person=person,
        )
        for seat, person in enumerate(riding)
    ]
    TourTeam.objects.bulk_create(teams)
    facts = Facts(
        tuple(
            TeamFacts(
                team.letter,
                place,
                200 - place,
                {"stage": 200 - place},
                int(place == 1),
                ("yellow",) if place == 1 else (),
                {"yellow": 1} if place < 3 else {},
                {1: StageResult(place, 10), 2: StageResult(place, 10)},
            )
            for place, team in enumerate(teams, start=1)
        ),
        (),
        (1, 2),
        1000,
        100,
    )
    tour.refresh_from_db()
    TourFacts.objects.create(
        tour=tour,
        revision=tour.revision,
        version=VERSION,
        facts=msgspec.to_builtins(facts, str_keys=True),
    )
    return tour


def main() -> int:
    call_command("migrate", verbosity=0)
    director = a_user(f"league{time.time_ns()}")
    league = a_large_league(director)
    people = [str(pk) for pk in Person.objects.order_by("pk").values_list("pk", flat=True)[:2]]
    home = league.get_absolute_url()
    pages = {
        "table": home,
        "table of teams": f"{home}?of=teams",
        "table after round 25": f"{home}?after=25",
        "calendar": f"{home}calendar/",
        "players": f"{home}players/",
        "a player": f"{home}players/{people[0]}/",
        "two players": f"{home}players/{people[0]}/against/{people[1]}/",
        "records": f"{home}records/",
    }
    client, floor = Client(), Client()
    table = Table("page", "× empty", "ms", "first ×", "queries", "kB")
    kept = []
    with override_settings(ROOT_URLCONF="benchmarks.page_floors"):
        for name, address in pages.items():

            def page(address: str = address) -> None:
                assert client.get(address).status_code == 200

            page()
            ours, empty = in_turn(page, lambda: floor.get("/floor/"), runs=RUNS)
            first, _ = in_turn(page, lambda: floor.get("/floor/"), before=clear_all, runs=5)
            asked = queries(page)
            size = len(client.get(address).content) / 1000
            figures = (ours / empty, ours, first / empty)
            table.add_row(name, *(f"{each:.1f}" for each in figures), str(asked), f"{size:.0f}")
            kept.append((name, ours / empty, BUDGET, "times an empty page"))
            kept.append((f"{name}: queries", asked, QUERIES, ""))
    Console().print(table)
    return 0 if all(judge(*each) for each in kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())
