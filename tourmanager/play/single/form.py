"""What the form of a single stage is to every page, whatever the game."""

import secrets
from typing import Any, ClassVar

from django import forms

from tourmanager.accounts.models import User
from tourmanager.play.chance import Chance, chance_of
from tourmanager.play.starting import RidePlan
from tourmanager.results.forms import TokenForm


class SingleForm(TokenForm):
    """Each game has its own, with a template that draws it."""

    do_not_call_in_templates: ClassVar = True  # a page that offers games is handed the forms themselves
    game: ClassVar[str]
    title: ClassVar[str]
    words: ClassVar[str]  # what one rides, for who has to choose a game
    template: ClassVar[str]
    preview_template: ClassVar[str] = ""  # the piece that is drawn anew while one chooses

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["token"].widget = forms.HiddenInput()
        self.fields["token"].initial = secrets.token_hex(12)

    @classmethod
    def chance(cls) -> Chance:
        return chance_of(cls.game)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "token" in self.errors:
            self.add_error(None, "What was sent could not be read. Load the page again and repeat it.")
        return data

    def plan(self) -> RidePlan:
        """What was agreed, once the form is valid."""
        raise NotImplementedError
