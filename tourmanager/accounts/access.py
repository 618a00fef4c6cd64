"""Who may what with accounts."""

from typing import Any

from django.http import HttpRequest

from tourmanager.accounts.models import Passkey, SignIn
from tourmanager.web.access import ANYONE, OWNER, SIGNED_IN, OwnThing, Page


class OwnSignIn(OwnThing[SignIn]):
    words = "device"

    def find(self, request: HttpRequest, address: dict[str, Any]) -> SignIn | None:
        return SignIn.objects.filter(user=request.user.pk, pk=address.pop("pk")).first()


class OwnPasskey(OwnThing[Passkey]):
    words = "passkey"

    def find(self, request: HttpRequest, address: dict[str, Any]) -> Passkey | None:
        return Passkey.objects.filter(user=request.user.pk, pk=address.pop("pk")).first()


PAGES = {
    "accounts:sign_in": Page(look=ANYONE, send=ANYONE),
    "accounts:sign_out": Page(send=ANYONE),
    "accounts:sign_up": Page(
        look=ANYONE, send=ANYONE, note="refused (403) to everybody where SIGN_UP_OPEN is off"
    ),
    "accounts:link": Page(look=ANYONE, note="the one-time key in the address is the permission"),
    "accounts:password": Page(look=SIGNED_IN, send=SIGNED_IN),
    "accounts:sign_in_code": Page(
        look=ANYONE, send=ANYONE, note="410 unless the right password was just sent"
    ),
    "accounts:passkey_challenge": Page(send=ANYONE),
    "accounts:passkey_sign_in": Page(
        look=ANYONE,
        send=ANYONE,
        note="the passkey is the permission; *look* shows the sign-in page",
    ),
    "accounts:second_step": Page(look=SIGNED_IN),
    "accounts:second_step_begin": Page(send=SIGNED_IN),
    "accounts:second_step_cancel": Page(send=SIGNED_IN),
    "accounts:second_step_confirm": Page(send=SIGNED_IN),
    "accounts:second_step_off": Page(send=SIGNED_IN),
    "accounts:recovery_codes": Page(send=SIGNED_IN),
    "accounts:passkeys": Page(look=SIGNED_IN),
    "accounts:passkey_options": Page(send=SIGNED_IN),
    "accounts:passkey_add": Page(send=SIGNED_IN),
    "accounts:remove_passkey": Page(OwnPasskey(), send=OWNER),
    "accounts:sessions": Page(look=SIGNED_IN),
    "accounts:end_session": Page(OwnSignIn(), send=OWNER),
    "accounts:end_other_sessions": Page(send=SIGNED_IN),
}
