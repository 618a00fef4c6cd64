"""Forms for signing in, making an account and setting a new password."""

from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.db import transaction
from django.db.utils import IntegrityError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.accounts import limits
from tourmanager.accounts.models import User


class GuardedForm(AuthenticationForm):
    """Form that counts wrong passwords by address. Raises TooMany before the password is looked
    at.
    """

    request: HttpRequest

    def clean(self) -> dict[str, Any]:
        limits.use(limits.WRONG_PASSWORDS, self.request)
        was_wrong = True
        try:
            values: dict[str, Any] = super().clean()
            was_wrong = False
        except forms.ValidationError:
            # A locked name was not tried at all, so one person cannot use up everybody's limit.
            was_wrong = not getattr(self.request, "axes_locked_out", False)
            raise
        finally:
            if not was_wrong:
                limits.give_back(limits.WRONG_PASSWORDS, self.request)
        return values


class AdminSignInForm(GuardedForm, AdminAuthenticationForm):
    """The sign-in form of the administration."""


class SignInForm(GuardedForm):
    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": (
            gettext_lazy(
                "That name and password do not fit together. Mind capital letters in the password."
            )
        ),
        "inactive": gettext_lazy("This account was closed."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("User name")


class SignUpForm(UserCreationForm):
    """Form of a new account: a user name and a password are enough; a display name may be added."""

    error_messages = {
        **UserCreationForm.error_messages,
        "password_mismatch": gettext_lazy("The two passwords differ."),
    }  # nosec B105

    class Meta:
        model = User
        fields = ("username", "first_name")
        labels = {
            "username": gettext_lazy("User name"),
            "first_name": gettext_lazy("Name that others see"),
        }
        help_texts = {
            "username": gettext_lazy("What you sign in with: letters, digits and @ . + - _"),
            "first_name": gettext_lazy("May be left empty."),
        }
        error_messages = {"username": {"unique": gettext_lazy("This user name is taken.")}}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs["autocomplete"] = "username"
        self.fields["first_name"].widget.attrs["autocomplete"] = "name"
        self.fields["password1"].help_text = _(
            "At least 8 characters, not a common word and not your user name."
        )
        self.fields["password2"].label = _("Password again")
        self.fields["password2"].help_text = ""

    def clean_username(self) -> str:
        name = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=name).exists():
            raise forms.ValidationError(_("This user name is taken."))
        return str(name)

    def save_if_free(self) -> User | None:
        """Save the new user, or return None (and put the error on the form) where somebody took the
        name in the same moment.
        """
        try:
            with transaction.atomic():
                user: User = self.save()
                return user
        except IntegrityError:
            self.add_error("username", _("This user name is taken."))
            return None
