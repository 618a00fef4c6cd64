"""The settings of a league, for its organisers: one page of several small forms, of which `do` says
which one was sent.
"""

from typing import Any, NamedTuple, cast

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tourmanager.leagues import changing
from tourmanager.leagues.access import is_organiser
from tourmanager.leagues.changing import LeagueRefused
from tourmanager.leagues.models import Division, League, Round, Season
from tourmanager.leagues.pages.forms import (
    DivisionForm,
    LeagueForm,
    MemberForm,
    OrganiserForm,
    RoundForm,
    RulesForm,
    SeasonForm,
)
from tourmanager.leagues.pages.frame import frame, season_of
from tourmanager.leagues.reading import SeasonRead, SeasonRoundRead
from tourmanager.people.models import Person
from tourmanager.scoring.manager_points import STAGE
from tourmanager.tours.pages.tour_settings import qr_svg
from tourmanager.tours.planning.numbers import read_whole_number
from tourmanager.web.guard import page

MOST = 10**9


class RoundLine(NamedTuple):
    each: SeasonRoundRead
    form: RoundForm


class DivisionLine(NamedTuple):
    division: Division
    form: DivisionForm


@page("leagues:settings")
def settings(request: HttpRequest, league: League) -> HttpResponse:
    read = season_of(request, league, of_teams=False, kept=False)
    forms = _forms(request, read)
    if request.method == "POST":
        try:
            if sentence := carry_out(request, read, forms):
                messages.info(request, sentence)
                # who takes himself out has no settings to see any more
                if not is_organiser(request.user, league):
                    return redirect(league)
                return redirect(_address(league, read.season) + _anchor(request))
        except LeagueRefused as refused:
            messages.error(request, str(refused))
            read = season_of(request, league, of_teams=False, kept=False)
    link = request.build_absolute_uri(league.get_absolute_url())
    members = _members(read)
    context = frame(request, read, "settings") | {
        "forms": forms,
        "rounds": [RoundLine(each, _round_form(request, each)) for each in read.rounds],
        "divisions": [
            DivisionLine(division, _division_form(request, division)) for division in read.divisions
        ],
        "members": members,
        "organisers": league.organisers.order_by("organiser__added_at"),
        "link": link,
        "code": qr_svg(link),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "leagues/settings.html", context, status=status)


def _address(league: League, season: Season) -> str:
    return f"{reverse('leagues:settings', args=[league.slug])}?season={season.position}"


def _anchor(request: HttpRequest) -> str:
    """Return the part of the page that the form stood in."""
    parts = {
        "rules": "#rules",
        "add-round": "#rounds",
        "change-round": "#rounds",
        "move-round": "#rounds",
        "remove-round": "#rounds",
        "add-division": "#divisions",
        "change-division": "#divisions",
        "remove-division": "#divisions",
        "add-member": "#players",
        "put-member": "#players",
        "remove-member": "#players",
    }
    return parts.get(request.POST.get("do", ""), "")


def _forms(request: HttpRequest, read: SeasonRead) -> dict[str, Form]:
    """Make the forms of the page; the one that was sent has what was sent."""
    do = request.POST.get("do", "")

    def sent(name: str) -> Any:
        return request.POST if do == name else None

    league = read.league
    return {
        "rename": LeagueForm(
            sent("rename"), initial={"name": league.name, "club": league.club}, prefix="league"
        ),
        "rules": RulesForm(
            sent("rules"), season=read.season, sources=_sources(read), prefix="rules"
        ),
        "round": RoundForm(sent("add-round"), user=request.user, prefix="round"),
        "division": DivisionForm(sent("add-division"), prefix="division"),
        "member": MemberForm(sent("add-member"), prefix="member"),
        "organiser": OrganiserForm(sent("add-organiser"), prefix="organiser"),
        "next": SeasonForm(sent("start-season"), prefix="next"),
    }


def _sources(read: SeasonRead) -> list[tuple[str, str]]:
    """List the classifications that pay manager points in the tours of the season, with names."""
    found: dict[str, str] = {}
    for each in read.rounds:
        if each.tour is None:
            continue
        names = {one["key"]: one["name"] for one in each.tour.rules["classifications"]}
        for source in each.tour.scale:
            found.setdefault(source, _("Stages") if source == STAGE else names.get(source, source))
    return [*found.items()]


def _round_form(request: HttpRequest, each: SeasonRoundRead) -> RoundForm:
    row = each.row
    is_sent = request.POST.get("do") == "change-round" and request.POST.get("which") == str(row.pk)
    return RoundForm(
        request.POST if is_sent else None,
        user=request.user,
        kept=row.tour,
        prefix=f"round-{row.pk}",
        initial={
            "tour": row.tour,
            "stage": row.stage.number if row.stage else None,
            "name": row.name,
            "date": row.date,
            "half_weight": row.half_weight,
        },
    )


def _division_form(request: HttpRequest, division: Division) -> DivisionForm:
    is_sent = request.POST.get("do") == "change-division" and request.POST.get("which") == str(
        division.pk
    )
    return DivisionForm(
        request.POST if is_sent else None,
        prefix=f"division-{division.pk}",
        initial={
            "name": division.name,
            "promoted": division.promoted,
            "relegated": division.relegated,
        },
    )


class MemberLine(NamedTuple):
    who: str
    name: str
    division: int | None
    is_member: bool


def _members(read: SeasonRead) -> list[MemberLine]:
    """List everybody of the season by name: members, and who rode without being one."""
    return [
        MemberLine(who, read.names[who], read.everybody[who], who in read.members)
        for who in read.players_of(None)
    ]


def carry_out(request: HttpRequest, read: SeasonRead, forms: dict[str, Form]) -> str:
    """Carry out the form that was sent and return a message; "" where the form is wrong. Raises
    LeagueRefused.
    """
    do, sent, league, season = request.POST.get("do", ""), request.POST, read.league, read.season
    which = read_whole_number(sent.get("which", ""), MOST) or 0
    match do:
        case "rename" if forms["rename"].is_valid():
            data = forms["rename"].cleaned_data
            changing.rename(league, data["name"], data["club"], listed=sent.get("listed") == "1")
            return _("The league is called %(name)s.") % {"name": league.name}
        case "rules" if forms["rules"].is_valid():
            changing.set_rules(season, cast(RulesForm, forms["rules"]).rules())
            return _("The rules are changed, and the table with them.")
        case "add-round" if forms["round"].is_valid():
            added = changing.add_round(season, **_round_data(forms["round"]))
            return _("Round %(number)s is added.") % {"number": added.number}
        case "change-round":
            each = next((each for each in read.rounds if each.row.pk == which), None)
            if each is None:
                raise LeagueRefused(_("That round is not there any more."))
            form = _round_form(request, each)
            if form.is_valid():
                row = Round.objects.get(pk=each.row.pk)
                changing.change_round(row, **_round_data(form))
                return _("Round %(number)s is changed.") % {"number": row.number}
        case "move-round":
            row = _round(season, which)
            changing.move_round(row, row.number + (1 if sent.get("to") == "later" else -1))
            return _("The rounds are in the new order.")
        case "remove-round":
            changing.remove_round(_round(season, which))
            return _("The round is removed. Its tour stays.")
        case "add-division" if forms["division"].is_valid():
            changing.add_division(season, **forms["division"].cleaned_data)
            return _("The division is added.")
        case "change-division":
            division = _division(season, which)
            sent_form = _division_form(request, division)
            if sent_form.is_valid():
                changing.change_division(division, **sent_form.cleaned_data)
                return _("The division is changed.")
        case "remove-division":
            changing.remove_division(_division(season, which))
            return _("The division is removed.")
        case "add-member" if forms["member"].is_valid():
            person = forms["member"].cleaned_data["person"]
            changing.put_member(season, person, None)
            return _("%(name)s rides in this season.") % {"name": person.name}
        case "put-member":
            person = _person(which)
            number = read_whole_number(sent.get("division", ""), MOST)
            changing.put_member(season, person, _division(season, number) if number else None)
            return _("%(name)s is in the division chosen.") % {"name": person.name}
        case "remove-member":
            person = _person(which)
            changing.remove_member(season, person)
            return _("%(name)s is off the list of members.") % {"name": person.name}
        case "add-organiser" if forms["organiser"].is_valid():
            user = forms["organiser"].cleaned_data["username"]
            changing.add_organiser(league, user, timezone.now())
            return _("%(user)s organises this league too.") % {"user": user.get_username()}
        case "remove-organiser":
            former = league.organisers.filter(pk=which).first()
            if former is None:
                raise LeagueRefused(_("That person does not organise this league."))
            changing.remove_organiser(league, former)
            return _("%(user)s does not organise this league any more.") % {
                "user": former.get_username()
            }
        case "start-season" if forms["next"].is_valid():
            return _start_season(read, forms["next"].cleaned_data["name"])
    return ""


def _start_season(read: SeasonRead, name: str) -> str:
    if read.live is not None:
        raise LeagueRefused(_("A round is on the road: the next season begins when it is over."))
    order = [
        (division, [row.who for row in read.table(division)]) for division in read.own_divisions
    ]
    following = changing.start_season(read.season, name, order)
    return _("The season %(name)s begins, with the same rules.") % {"name": following.name}


def _round_data(form: Form) -> dict[str, Any]:
    data = form.cleaned_data
    return {
        "tour": data["tour"],
        "stage": data["the_stage"],
        "name": data["name"],
        "on": data["date"],
        "half_weight": data["half_weight"],
    }


def _round(season: Season, pk: int) -> Round:
    row = season.rounds.filter(pk=pk).first()
    if row is None:
        raise LeagueRefused(_("That round is not there any more."))
    return row


def _division(season: Season, pk: int) -> Division:
    division = season.divisions.filter(pk=pk).first()
    if division is None:
        raise LeagueRefused(_("That division is not there any more."))
    return division


def _person(pk: int) -> Person:
    person = Person.objects.filter(pk=pk).first()
    if person is None:
        raise LeagueRefused(_("That player is not there any more."))
    return person
