"""The dry run: row by row what is new, changed or wrong, and what an import then does."""

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tourmanager.riders import colours, names
from tourmanager.riders.models import ROLES, Pattern
from tourmanager.riders.rosters.files import FileRefused, Lines, read_lines
from tourmanager.riders.rosters.plan import RosterPlan, plan_import
from tourmanager.riders.rosters.roster import write_file
from tourmanager.riders.rosters.rows import CHANGED, NEW, Roster, RosterRider, Squad
from tourmanager.web import formulas

HEAD = "team,short name,colour,pattern,number,rider,role\n"
AZURE = Squad(
    "Azure",
    "AZU",
    "#1f5fb2",
    "hoops",
    {number: RosterRider(f"Rider {number}", role) for number, role in enumerate(ROLES, 1)},
)
BRICK = Squad("Brick", "BRI", "#c8202f", "sash", {1: RosterRider("Bea", "climber")})


def roster(*squads: Squad) -> Roster:
    return {names.name_key(squad.name): copy.deepcopy(squad) for squad in squads}


def lines(text: str) -> Lines:
    return read_lines(text.encode())


def planned(rows: str, *squads: Squad, head: str = HEAD) -> RosterPlan:
    return plan_import(lines(head + rows), roster(*squads))


def statuses(found: RosterPlan) -> list[str]:
    return [row.status for row in found.rows]


def said(found: RosterPlan, at: int = 0) -> str:
    return " ".join(f"{problem.column}: {problem.text}" for problem in found.rows[at].problems)


def changes(found: RosterPlan, at: int = 0) -> list[tuple[str, str, str]]:
    return [(change.what, change.old_word, change.new_word) for change in found.rows[at].changes]


def test_what_is_stored_already_changes_nothing():
    found = planned("AZURE,AZU,#1F5FB2,Hoops,1,Rider 1,Climber\nazure,,,,2,,\nAzure,,,,,,\n", AZURE)
    assert statuses(found) == ["same", "same", "same"]
    assert found.count(NEW) == found.count(CHANGED) == 0


def test_a_change_says_old_and_new():
    found = planned("Azure,AZR,red,sash,1,Someone New,\n", AZURE)
    assert statuses(found) == ["changed"]
    assert changes(found) == [
        ("short name", "AZU", "AZR"),
        ("colour", "Blue", "Red"),
        ("pattern", "Hoops", "Sash"),
        ("rider", "Rider 1", "Someone New"),
    ]


def test_what_concerns_the_team_is_told_once():
    found = planned("Azure,AZR,,,1,Rider 1,\nAzure,AZR,,,2,Rider 2,\n", AZURE)
    assert statuses(found) == ["changed", "same"]


@pytest.mark.rule("CP-S-005")
def test_new_riders_get_the_role_of_their_number_and_new_teams_a_jersey():
    found = planned(
        "Clover,1,Ann\nClover,2,Bo\nClover,6,Cy\n",
        AZURE,
        head="Equipo;Dorsal;Name\n".replace(";", ","),
    )
    clover = found.roster["clover"]
    assert {number: rider.role for number, rider in clover.riders.items()} == {
        1: "climber",
        2: "sprinter",
        6: "lanterne_rouge",
    }
    assert clover.short_name == "CLO"
    assert (clover.colour, clover.pattern) != (AZURE.colour, AZURE.pattern)
    assert clover.colour in colours.PALETTE
    assert statuses(found) == ["new", "new", "new"]
    assert changes(found)[:2] == [("team", "", "Clover"), ("short name", "", "CLO")]


def test_roles_may_be_swapped_in_a_file():
    found = planned("Azure,,,,1,,sprinter\nAzure,,,,2,,climber\n", AZURE)
    assert statuses(found) == ["changed", "changed"]
    assert found.roster["azure"].riders[1] == RosterRider("Rider 1", "sprinter")


def test_half_a_swap_is_wrong_and_so_is_a_swap_whose_other_half_is_left_out():
    assert (
        said(planned("Azure,,,,1,,sprinter\n", AZURE))
        == "role: Sprinter is already number 2, Rider 2."
    )
    found = planned(f"Azure,,,,1,,sprinter\nAzure,,,,2,{'x' * 81},climber\n", AZURE)
    assert statuses(found) == ["wrong", "wrong"]
    assert found.roster["azure"] == AZURE
    assert found.count(NEW) == found.count(CHANGED) == 0


def test_short_names_may_be_swapped_but_not_taken():
    assert statuses(planned("Azure,BRI,,,,,\nBrick,azu,,,,,\n", AZURE, BRICK)) == [
        "changed",
        "changed",
    ]
    assert (
        said(planned("Azure,bri,,,,,\n", AZURE, BRICK))
        == "short name: “bri” is already the short name of Brick."
    )
    found = planned("Clover,CLO,,,1,A,\nClownfish,CLO,,,1,B,\n", AZURE)
    assert statuses(found) == ["new", "wrong"]
    assert "clownfish" not in found.roster


def test_who_is_refused_a_short_name_keeps_the_old_one_from_others():
    found = planned(
        "Brick,CLO,,,,,\nAzure,BRI,,,,,\nClover,AZU,,,,,\nDune,CLO,,,,,\n",
        AZURE,
        BRICK,
        Squad("Clover", "CLO", "#1e8449", "plain"),
    )
    assert statuses(found) == ["changed", "changed", "changed", "wrong"]
    found = planned(
        "Azure,BRI,,,,,\nBrick,CLO,,,,,\n", AZURE, BRICK, Squad("Clover", "CLO", "#1e8449", "plain")
    )
    assert statuses(found) == ["wrong", "wrong"]


def test_a_long_row_of_refused_short_names_is_settled_at_once():
    stored = [Squad(f"Team {n}", f"S{n}", "#1e8449", "plain") for n in range(801)]
    found = planned("".join(f"Team {n},S{n + 1},,,,,\n" for n in range(800)), *stored)
    assert set(statuses(found)) == {"wrong"}


def test_wrong_cells_are_all_told_with_what_is_accepted():
    found = planned("Azure,AZURE,bluish,dotted,7,,climbr\n", AZURE)
    words = said(found)
    for part in (
        "short name: “AZURE” is too long: 5 characters of at most 4.",
        "“bluish” is no colour. Write it like #1f5fb2, or one of: green, red",
        "“dotted” is no pattern. Patterns are: plain, hoops",
        "number: “7” is no rider's number: 1 to 6.",
        "“climbr” is no role. Did you mean climber? Roles are: climber, sprinter",
    ):
        assert part in words
    assert said(planned(",,,,1,Ann,\n")) == "team: The team's name is missing."
    assert said(planned("Clover,,,,1,,\n")) == "rider: The rider's name is missing."
    assert said(planned("Clover,,,,,Ann,\n")) == "number: The rider's number is missing: 1 to 6."
    assert "row: It has more cells than there are columns." in said(
        planned("Clover,,,,1,Ann,,Smith\n")
    )
    assert "cannot be seen" in said(planned("Clover,,,,1,A\u202enn,\n"))


@pytest.mark.parametrize("number", ["3", "3.0", "3,0", "03", " 3 ", "3.000"])
def test_a_number_is_read_as_spreadsheets_write_it(number):
    assert (
        planned(f"Azure;{number};New", AZURE, head="team;number;rider\n")
        .roster["azure"]
        .riders[3]
        .name
        == "New"
    )


@pytest.mark.parametrize(
    "number", ["0", "7", "3.5", "-3", "1e0", "9" * 300, "³", "three", "²³", "٣"]
)
def test_other_numbers_are_wrong(number):
    assert statuses(planned(f"Azure;{number};New", AZURE, head="team;number;rider\n")) == ["wrong"]


def test_rows_may_repeat_but_not_contradict_each_other():
    found = planned(
        "Azure,,,,1,New,\nAzure,,,,1,New,\nAzure,,,,1,Newer,\nAzure,,red,,,,\nAzure,,green,,,,\n",
        AZURE,
    )
    assert statuses(found) == ["changed", "same", "wrong", "changed", "wrong"]
    assert found.rows[1].remark == "The same as row 2."
    assert said(found, 2) == "number: Row 2 is already number 1 of this team."
    assert said(found, 4) == "colour: Row 5 says “Red” for the same team; a team has one colour."


def test_a_team_with_wrong_rows_is_told():
    found = planned("Clover,,,,1,Ann,\nClover,,,,9,Bo,\nBrick,,,,1,Bea,\n", BRICK)
    assert [(team.name, team.riders, team.wrong, team.new) for team in found.teams()] == [
        ("Clover", 1, 1, True),
        ("Brick", 1, 0, False),
    ]


def test_nearly_the_name_of_a_team_is_remarked():
    assert (
        planned("Étoile,,,,1,Ann,\n", Squad("Etoile", "ETO", "#111111", "plain")).rows[0].remark
        == "There is a team Etoile; this would be another one."
    )


def test_two_riders_of_one_name_are_two_riders():
    assert statuses(planned("Clover,,,,1,Ann,\nClover,,,,2,Ann,\nBrick,,,,2,Ann,\n", BRICK)) == [
        "new",
        "new",
        "new",
    ]


@pytest.mark.parametrize(
    ("role", "word"),
    [
        ("climber", "Grimpeur"),
        ("climber", "Climber, the leader"),
        ("sprinter", "VELOCISTA"),
        ("flat_domestique", "Équipier de plaine"),
        ("flat_domestique", "flat_domestique"),
        ("mountain_domestique", "mountain-domestique"),
        ("lanterne_rouge", "Farolillo  Rojo"),
    ],
)
def test_roles_are_understood_in_a_few_languages(role, word):
    assert (
        planned(f"Clover;1;Ann;{word}", head="team;number;rider;role\n")
        .roster["clover"]
        .riders[1]
        .role
        == role
    )


@pytest.mark.parametrize(
    "head",
    [
        "équipe,nº,nom",
        "TEAM,Dorsal,Name",
        "Team Name,#,Rider name",
        "squadra,n°,CORRIDORE",
        "Mannschaft,Startnummer,Fahrer",
    ],
)
def test_headings_are_understood_in_a_few_languages(head):
    assert statuses(planned("Clover,1,Ann\n", head=f"{head}\n")) == ["new"]


def test_headings_that_cannot_be_understood_are_refused():
    with pytest.raises(FileRefused, match="there is none for the number and the rider"):
        planned("", head="team,role\nx,y")
    with pytest.raises(FileRefused, match="It says: one, two"):
        planned("", head="one,two\nx,y")
    with pytest.raises(FileRefused, match="Two columns are the rider: “Name” and “rider”"):
        planned("", head="Name,team,number,rider\nx,y")


def test_headings_that_mean_nothing_are_named():
    assert planned("A,1,B,x\n", head="team,number,rider,weight\n").unused == ["weight"]


# Names as people and attackers write them, and as tidying leaves them.
odd = st.sampled_from("=+-@'\"\\,;_x\u200dAéßø\u0131 0123")
any_name = st.text(st.one_of(odd, st.characters()), min_size=1, max_size=20)
letters = st.characters(
    exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"), exclude_characters="\ufffd"
)
good_names = (
    st.text(st.one_of(odd, letters), min_size=1, max_size=20).map(names.tidy_or_refuse).filter(bool)
)


rosters = st.lists(
    st.builds(
        Squad,
        name=good_names,
        short_name=good_names.map(lambda text: names.tidy_or_refuse(text[:4])).filter(bool),
        colour=st.from_regex(r"#[0-9a-f]{6}", fullmatch=True),
        pattern=st.sampled_from(Pattern.values),
        riders=st.dictionaries(st.integers(1, 6), good_names, max_size=6).flatmap(
            lambda riders: st.permutations(ROLES).map(
                lambda roles: {
                    number: RosterRider(rider, role)
                    for (number, rider), role in zip(sorted(riders.items()), roles, strict=False)
                }
            )
        ),
    ),
    max_size=4,
    unique_by=(
        lambda squad: names.name_key(squad.name),
        lambda squad: names.name_key(squad.short_name),
    ),
)


def exported(stored: Roster) -> list[tuple[str, ...]]:
    """As `roster.export` makes them, without a database."""
    rows: list[tuple[str, ...]] = []
    for squad in stored.values():
        looks = (squad.name, squad.short_name, squad.colour, squad.pattern)
        rows += [
            (*looks, str(number), rider.name, rider.role.replace("_", " "))
            for number, rider in squad.riders.items()
        ]
        rows += [] if squad.riders else [(*looks, "", "", "")]
    return rows


@settings(max_examples=60, deadline=None)
@given(squads=rosters, fmt=st.sampled_from(["csv", "xlsx"]))
def test_importing_an_export_changes_nothing_and_into_nothing_gives_it_back(squads, fmt):
    stored = roster(*squads)
    content = write_file(exported(stored), fmt)
    assert set(statuses(plan_import(read_lines(content), stored))) <= {"same"}
    again = plan_import(read_lines(content), {})
    assert again.count("wrong") == 0
    assert again.roster == stored


@given(st.text(max_size=20))
def test_a_formula_is_made_harmless_and_comes_back(text):
    guarded = formulas.guard_formula(text)
    assert not guarded.startswith(("=", "+", "-", "@"))
    assert formulas.unguard_formula(guarded) == text


@settings(max_examples=60, deadline=None)
@given(
    squads=rosters,
    cells=st.lists(
        st.lists(
            st.one_of(st.sampled_from(["1", "2", "climber", "sprinter", "red", "AZU"]), any_name),
            max_size=9,
        ),
        max_size=6,
    ),
)
def test_any_rows_can_be_planned_and_importing_twice_changes_nothing_more(squads, cells):
    stored = roster(*squads, AZURE)
    table = [(1, HEAD.strip().split(",")), *enumerate(cells, 2)]
    found = plan_import(table, stored)
    assert len(found.rows) == len(cells)
    for row in found.rows:
        assert bool(row.problems) == (row.status == "wrong")
    right = [
        table[0],
        *(line for line, row in zip(table[1:], found.rows, strict=True) if row.status != "wrong"),
    ]
    again = plan_import(right, stored | found.roster)
    assert again.count(NEW) == again.count(CHANGED) == 0
    assert again.count("wrong") == 0
    for key, squad in stored.items():
        after = found.roster.get(key, squad)
        assert after.riders.keys() >= squad.riders.keys(), "importing never deletes"
        assert len({rider.role for rider in after.riders.values()}) == len(after.riders)


def test_a_short_name_that_the_file_gives_to_one_team_is_chosen_for_no_other():
    rows = "team,short name,number,rider\nAzure,AZU,1,Ann\nAzure Two,,1,Bo\n"
    found = plan_import(read_lines(rows.encode()), {}).roster
    assert [squad.short_name for squad in found.values()] == ["AZU", "AZUR"]
