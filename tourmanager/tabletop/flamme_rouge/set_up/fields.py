"""Define the fields of a Grand Tour: of the tour, of each player, of each stage."""

from django import forms

from games.flamme_rouge.numbers import COLOURS
from games.flamme_rouge.setup import MOST_CARDS
from tourmanager.riders.names import LONGEST_NAME
from tourmanager.tabletop.flamme_rouge.set_up.grand_tours import MOST_PLAYERS, MOST_TEAMS


class GrandTourFields(forms.Form):
    name = forms.CharField(
        label="Name of the tour",
        max_length=80,
        error_messages={"required": "Give the tour a name."},
    )
    version = forms.ChoiceField(
        label="Boxes on the table",
        choices=[("peloton", "With Peloton"), ("base", "The base game")],
        widget=forms.RadioSelect,
    )
    players = forms.ChoiceField(
        label="Players", choices=[(str(n), str(n)) for n in range(1, MOST_PLAYERS + 1)]
    )
    peloton = forms.BooleanField(label="A Peloton Team takes part", required=False)
    muscle = forms.ChoiceField(
        label="Muscle Teams", choices=[(str(n), str(n) if n else "none") for n in range(MOST_TEAMS)]
    )
    classified = forms.BooleanField(
        label="Dummy teams are classified: they hold places, earn points and bonuses",
        required=False,
    )
    traits = forms.BooleanField(
        label="Special traits",
        required=False,
        help_text=(
            "Before the first stage each player draws two of eight, keeps one and gives it to a"
            " rider. For up to four players."
        ),
    )
    exhaustion_stock = forms.ChoiceField(
        label="Exhaustion cards",
        choices=[("unlimited", "as many as are needed"), ("box", "those of the box")],
        widget=forms.RadioSelect,
    )
    gap_cap = forms.IntegerField(
        label="Largest gap in seconds",
        min_value=1,
        max_value=35_999,
        required=False,
        help_text=(
            "A rider so far behind stays in the tour and leaves the general classification. Empty:"
            " nobody."
        ),
    )
    second_person = forms.BooleanField(
        label="A second director confirms each stage", required=False
    )
    talk = forms.BooleanField(
        label="A talk box for players",
        required=False,
        help_text="Promises and lies welcome: nothing binds.",
    )


class TeamForm(forms.Form):
    name = forms.CharField(
        label="Team", max_length=LONGEST_NAME, error_messages={"required": "Give the team a name."}
    )
    player = forms.CharField(label="Player", max_length=40, required=False)
    colour = forms.ChoiceField(
        label="Jersey", choices=[(colour, colour.capitalize()) for colour in COLOURS]
    )
    handicap = forms.IntegerField(
        label="Handicap cards", min_value=0, max_value=MOST_CARDS, required=False
    )


class StageForm(forms.Form):
    source = forms.ChoiceField(label="Stage", error_messages={"invalid_choice": "Choose a stage."})
    code = forms.CharField(
        label="Its code, or the link that was sent", max_length=300, required=False
    )
    breakaway = forms.BooleanField(label="With a breakaway", required=False)
