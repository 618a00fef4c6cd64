"""Read what organisers write about a league."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.accounts.models import User
from tourmanager.leagues.models import MOST_HALVES, Season
from tourmanager.leagues.words import say_link
from tourmanager.people.models import Person
from tourmanager.riders.names import NameRefused, tidy_or_refuse
from tourmanager.scoring.league.season import LINKS, MOST_ROUNDS, SeasonRules
from tourmanager.tours.models import Stage, Tour
from tourmanager.tours.pages.load import visible_tours

SOURCES_NOTE = gettext_lazy(
    "For manager points: which classifications count. Choose nothing, and all do."
)


class TidyField(forms.CharField):
    """A name, tidied; what nobody could see or write is refused."""

    def to_python(self, value: Any) -> str:
        try:
            return tidy_or_refuse(str(super().to_python(value) or ""))
        except NameRefused as refused:
            raise ValidationError(str(refused)) from None


class LeagueForm(forms.Form):
    """Name and club of a league."""

    name = TidyField(
        max_length=80,
        label=gettext_lazy("Name of the league"),
        error_messages={"required": gettext_lazy("Give the league a name.")},
    )
    club = TidyField(max_length=80, required=False, label=gettext_lazy("Club"))


class NewLeagueForm(LeagueForm):
    season = TidyField(
        max_length=40,
        label=gettext_lazy("Name of its first season"),
        error_messages={"required": gettext_lazy("Give its first season a name.")},
    )


class TableField(forms.Field):
    """Points for places, from the first on: "10, 8, 6"."""

    def to_python(self, value: Any) -> tuple[int, ...]:
        words = str(value or "")[:MOST_LETTERS].replace(",", " ").split()
        try:
            return tuple([int(word) for word in words])
        except ValueError:
            raise ValidationError(
                _("Write whole numbers with commas between them, such as 10, 8, 6.")
            ) from None

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, tuple | list) else value


class RulesForm(forms.Form):
    """How a season is ranked."""

    by = forms.ChoiceField(
        label=gettext_lazy("What counts"),
        choices=[
            ("table", gettext_lazy("Points for places, from a table of the league")),
            ("manager_points", gettext_lazy("The points that players win in each tour")),
            ("place", gettext_lazy("The places added up: the lowest sum leads")),
        ],
        widget=forms.RadioSelect,
    )
    table = TableField(
        required=False,
        label=gettext_lazy("Points for places"),
        help_text=gettext_lazy("From the first place on: 10, 8, 6, 5, 4, 3"),
    )
    best = forms.IntegerField(
        min_value=0,
        max_value=MOST_ROUNDS,
        label=gettext_lazy("Best rounds that count"),
        help_text=gettext_lazy("0: all count."),
    )
    minimum = forms.IntegerField(
        min_value=0,
        max_value=MOST_ROUNDS,
        label=gettext_lazy("Rounds that a player must ride"),
        help_text=gettext_lazy("Who can no longer ride so many stands behind all others."),
    )
    sources = forms.MultipleChoiceField(
        required=False,
        label=gettext_lazy("Classifications that count"),
        help_text=SOURCES_NOTE,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, season: Season, sources: list[tuple[str, str]], **kw: Any):
        super().__init__(*args, **kw)
        rules = season.season_rules
        choices = dict(sources) | {key: key for key in rules.sources if key not in dict(sources)}
        self.fields["sources"].choices = [*choices.items()]  # type: ignore[attr-defined]
        if not choices:
            del self.fields["sources"]
        links = [("", _("no further"))] + [(link, say_link(link)) for link in LINKS]
        for at in range(len(LINKS)):
            self.fields[f"link{at + 1}"] = forms.ChoiceField(
                required=False,
                choices=links,
                label=_("Level players, decided %(number)s") % {"number": ORDER[at]},
            )
            self.initial[f"link{at + 1}"] = (
                rules.tie_breaks[at] if at < len(rules.tie_breaks) else ""
            )
        for name in ("by", "table", "best", "minimum", "sources"):
            self.initial[name] = getattr(rules, name)

    def rules(self) -> SeasonRules:
        data = self.cleaned_data
        links = [data[f"link{at + 1}"] for at in range(len(LINKS))]
        return SeasonRules(
            data["by"],
            data["table"] or SeasonRules().table,
            tuple(data.get("sources", ())),
            data["best"],
            data["minimum"],
            tuple(link for link in links if link),
        )


MOST_LETTERS = 300  # of a table of points
ORDER = (
    gettext_lazy("first by"),
    gettext_lazy("then by"),
    gettext_lazy("third by"),
    gettext_lazy("fourth by"),
    gettext_lazy("last by"),
)
WEIGHTS = [(1, "×½"), (2, "×1"), (3, "×1½"), (4, "×2"), (6, "×3"), (8, "×4"), (10, "×5")]


class RoundForm(forms.Form):
    """A round: its tour, or a stage of it, or a name and a date to come."""

    tour = forms.ModelChoiceField(
        Tour.objects.none(), required=False, label=gettext_lazy("Tour"), empty_label="–"
    )
    stage = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=50,
        label=gettext_lazy("Only this stage of it"),
        help_text=gettext_lazy("The number of a stage, or nothing for the whole tour."),
    )
    name = TidyField(
        max_length=80, required=False, label=gettext_lazy("Name, before there is a tour")
    )
    date = forms.DateField(
        required=False,
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    half_weight = forms.TypedChoiceField(
        coerce=int, choices=WEIGHTS, initial=2, label=gettext_lazy("Counts")
    )

    def __init__(self, *args: Any, user: Any, kept: Tour | None = None, **kw: Any):
        super().__init__(*args, **kw)
        tours = visible_tours(user).order_by("-changed_at")
        if kept is not None:  # also where this organiser would not find it
            found = Tour.objects.filter(Q(pk=kept.pk) | Q(pk__in=tours.values("pk")))
            tours = found.order_by("-changed_at")
        self.fields["tour"].queryset = tours  # type: ignore[attr-defined]

    def clean_half_weight(self) -> int:
        weight: int = self.cleaned_data["half_weight"]
        if not 1 <= weight <= MOST_HALVES:
            raise ValidationError(_("Choose how often the round counts."))
        return weight

    def the_stage(self) -> Stage | None:
        number, tour = self.cleaned_data.get("stage"), self.cleaned_data.get("tour")
        if not number:
            return None
        if tour is None:
            raise ValidationError(_("Choose the tour of that stage."))
        stage: Stage | None = tour.stages.filter(number=number).first()
        if stage is None or stage.kind == "rest":
            raise ValidationError(
                _("%(tour)s has no stage %(number)s.") % {"tour": tour, "number": number}
            )
        return stage

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            data["the_stage"] = self.the_stage()
        return data


class DivisionForm(forms.Form):
    """A division: its name, and how many go up and down at the end."""

    name = TidyField(
        max_length=40,
        label=gettext_lazy("Name"),
        error_messages={"required": gettext_lazy("Give the division a name.")},
    )
    promoted = forms.IntegerField(
        min_value=0, max_value=99, initial=0, label=gettext_lazy("Go up at the end")
    )
    relegated = forms.IntegerField(
        min_value=0, max_value=99, initial=0, label=gettext_lazy("Go down at the end")
    )


class OrganiserForm(forms.Form):
    """A new organiser, by the name they sign in with."""

    username = forms.CharField(
        max_length=150,
        label=gettext_lazy("Username"),
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
        ),
        error_messages={"required": gettext_lazy("Write the name the person signs in with.")},
    )

    def clean_username(self) -> User:
        name = self.cleaned_data["username"].strip()
        user = User.objects.filter(username__iexact=name, is_active=True).first()
        if user is None:
            raise ValidationError(
                _("Nobody here signs in as “%(name)s”. The person makes an account first.")
                % {"name": name}
            )
        return user


class SeasonForm(forms.Form):
    """The next season of a league."""

    name = TidyField(
        max_length=40,
        label=gettext_lazy("Name of the next season"),
        error_messages={"required": gettext_lazy("Give the season a name.")},
    )


class MemberForm(forms.Form):
    """A player who joins a season."""

    person = forms.ModelChoiceField(
        Person.objects.none(), label=gettext_lazy("Player"), empty_label="–"
    )

    def __init__(self, *args: Any, **kw: Any):
        super().__init__(*args, **kw)
        people = Person.objects.filter(merged_into=None).order_by("name")
        self.fields["person"].queryset = people  # type: ignore[attr-defined]
