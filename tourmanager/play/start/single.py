"""Define what every page knows of the form of a single stage, whatever the game."""

import secrets
from typing import Any, ClassVar

from django import forms

from tourmanager.accounts.models import User
from tourmanager.play.start.plan import RidePlan
from tourmanager.results.stage_page.forms import TokenForm


class SingleForm(TokenForm):
    """The form of a stage outside any tour: each game has its own, and a template that draws it."""

    # a page that offers games is handed the forms themselves
    do_not_call_in_templates: ClassVar = True
    game: ClassVar[str]
    words: ClassVar[str]  # what one rides, for who has to choose a game
    template: ClassVar[str]
    preview_template: ClassVar[str] = ""  # the fragment that is drawn again while one chooses

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["token"].widget = forms.HiddenInput()
        self.fields["token"].initial = secrets.token_hex(12)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "token" in self.errors:
            self.add_error(
                None, "What was sent could not be read. Load the page again and repeat it."
            )
        return data

    def plan(self) -> RidePlan:
        """Return what was agreed, once the form is valid."""
        raise NotImplementedError
