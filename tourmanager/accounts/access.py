"""Who may what with accounts."""

from tourmanager.web.access import ANYONE, SIGNED_IN, Page

PAGES = {
    "accounts:sign_in": Page(look=ANYONE, send=ANYONE),
    "accounts:sign_out": Page(send=ANYONE),
    "accounts:sign_up": Page(
        look=ANYONE, send=ANYONE, note="refused (403) to everybody where SIGN_UP_OPEN is off"
    ),
    "accounts:link": Page(look=ANYONE, note="the one-time key in the address is the permission"),
    "accounts:password": Page(look=SIGNED_IN, send=SIGNED_IN),
}
