"""Forms for signing in, making an account, and for a new password, second step and passkeys."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.db import transaction
from django.db.utils import IntegrityError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tourmanager.accounts import limits
from tourmanager.accounts.models import User


class SignInForm(AuthenticationForm):
    """Form that counts wrong passwords by address. Raises TooMany before the password is looked
    at.
    """

    request: HttpRequest
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


class CodeForm(forms.Form):
    """Form that takes a code of the second step."""

    code = forms.CharField(label=gettext_lazy("Code"), max_length=60)
    wrong_code = gettext_lazy("This code is wrong.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}

    def add_wrong_code(self) -> None:
        self.add_error("code", str(self.wrong_code))


class AppCodeForm(CodeForm):
    """The code that the app shows."""

    wrong_code = gettext_lazy(
        "This code is wrong, or was used already. Wait for the next one. If it is wrong again, set"
        " the clock of your phone to the time of the network."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code that your app shows")
        self.fields["code"].widget.attrs |= {
            "autocomplete": "one-time-code",
            "inputmode": "numeric",
        }


class RecoveryCodeForm(CodeForm):
    """A recovery code, while the app is out of reach."""

    wrong_code = gettext_lazy("This is none of your recovery codes, or it was used already.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="recovery_%s", **kwargs)
        self.fields["code"].label = _("Recovery code")
        self.fields["code"].widget.attrs["autocomplete"] = "off"


class EitherCodeForm(CodeForm):
    """The code that the app shows, or a recovery code."""

    wrong_code = gettext_lazy("This code is wrong, or was used already.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code that your app shows, or a recovery code")
        self.fields["code"].widget.attrs["autocomplete"] = "one-time-code"


class OwnPasswordForm(forms.Form):
    """Form that asks for the password again, of accounts that have one: whoever finds a device
    signed in must not be able to add a way in of their own.
    """

    password = forms.CharField(
        label=gettext_lazy("Your password"),
        strip=False,
        error_messages={"required": gettext_lazy("Enter your password.")},
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This password is wrong."))
        return password


class ConfirmForm(OwnPasswordForm, AppCodeForm):
    """Turns the second step on."""

    field_order = ("code", "password")


class PasskeyForm(OwnPasswordForm):
    """Names a passkey that is to be made."""

    name = forms.CharField(
        label=gettext_lazy("Name of the passkey"),
        max_length=60,
        error_messages={"required": gettext_lazy("Give the passkey a name.")},
        help_text=gettext_lazy("So that you know it again, such as “my phone”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ("name", "password")
