"""Define the fields of a Grand Tour: of the tour, of each player, of each stage."""

from django import forms
from django.utils.translation import gettext_lazy

from games.flamme_rouge.numbers import COLOURS
from games.flamme_rouge.setup import MOST_CARDS
from tourmanager.riders.names import LONGEST_NAME
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import MOST_PLAYERS, MOST_TEAMS


class GrandTourFields(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name of the tour"),
        max_length=80,
        error_messages={"required": gettext_lazy("Give the tour a name.")},
    )
    version = forms.ChoiceField(
        label=gettext_lazy("Boxes on the table"),
        choices=[
            ("peloton", gettext_lazy("With Peloton")),
            ("base", gettext_lazy("The base game")),
        ],
        widget=forms.RadioSelect,
    )
    players = forms.ChoiceField(
        label=gettext_lazy("Players"),
        choices=[(str(n), str(n)) for n in range(1, MOST_PLAYERS + 1)],
    )
    peloton = forms.BooleanField(label=gettext_lazy("A Peloton Team takes part"), required=False)
    muscle = forms.ChoiceField(
        label=gettext_lazy("Muscle Teams"),
        choices=[(str(n), str(n) if n else gettext_lazy("none")) for n in range(MOST_TEAMS)],
    )
    classified = forms.BooleanField(
        label=gettext_lazy("Dummy teams are classified: they hold places, earn points and bonuses"),
        required=False,
    )
    traits = forms.BooleanField(
        label=gettext_lazy("Special traits"),
        required=False,
        help_text=(
            gettext_lazy(
                "Before the first stage each player draws two of eight, keeps one "
                "and gives it to a rider. For up to four players."
            )
        ),
    )
    exhaustion_stock = forms.ChoiceField(
        label=gettext_lazy("Exhaustion cards"),
        choices=[
            ("unlimited", gettext_lazy("as many as are needed")),
            ("box", gettext_lazy("those of the box")),
        ],
        widget=forms.RadioSelect,
    )
    gap_cap = forms.IntegerField(
        label=gettext_lazy("Largest gap in seconds"),
        min_value=1,
        max_value=35_999,
        required=False,
        help_text=(
            gettext_lazy(
                "A rider so far behind stays in the tour and leaves the general "
                "classification. Empty: nobody."
            )
        ),
    )
    second_person = forms.BooleanField(
        label=gettext_lazy("A second director confirms each stage"), required=False
    )
    talk = forms.BooleanField(
        label=gettext_lazy("A talk box for players"),
        required=False,
        help_text=gettext_lazy("Promises and lies welcome: nothing binds."),
    )


class TeamForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Team"),
        max_length=LONGEST_NAME,
        error_messages={"required": gettext_lazy("Give the team a name.")},
    )
    player = forms.CharField(label=gettext_lazy("Player"), max_length=40, required=False)
    colour = forms.ChoiceField(
        label=gettext_lazy("Jersey"), choices=[(colour, colour.capitalize()) for colour in COLOURS]
    )
    handicap = forms.IntegerField(
        label=gettext_lazy("Handicap cards"), min_value=0, max_value=MOST_CARDS, required=False
    )


class StageForm(forms.Form):
    source = forms.ChoiceField(
        label=gettext_lazy("Stage"),
        error_messages={"invalid_choice": gettext_lazy("Choose a stage.")},
    )
    code = forms.CharField(
        label=gettext_lazy("Its code, or the link that was sent"), max_length=300, required=False
    )
    breakaway = forms.BooleanField(label=gettext_lazy("With a breakaway"), required=False)
