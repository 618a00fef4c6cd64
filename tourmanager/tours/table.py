"""Show players at a table how to reach the app: addresses, a code for phones, a link that signs the
demo director in.
"""

import io
import socket

import segno
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils.translation import gettext as _
from rich.console import Console
from rich.text import Text
from sesame.utils import get_query_string

DEMO_DIRECTOR = "demo"
# kept free for documentation (RFC 5737): asking for the way there sends nothing
UNROUTED = "192.0.2.1"


class PortTaken(Exception):
    """The port is in use, or this user may not listen on it."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that holds the port from now on. Raises PortTaken."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(128)
    except PermissionError:
        sock.close()
        raise PortTaken(
            _(
                "Only an administrator may serve on port %(port)s. Take one above "
                "1023: make run PORT=8000"
            )
            % {"port": port}
        ) from None
    except (OSError, OverflowError) as error:
        sock.close()
        if isinstance(error, OverflowError) or not 0 <= port <= 65535:
            raise PortTaken(
                _("There is no port %(port)s: they go from 1 to 65535.") % {"port": port}
            ) from None
        raise PortTaken(
            _(
                "Port %(port)s is in use, perhaps by Tour Manager in another window. "
                "Take another one: make run PORT=%(free_port)s"
            )
            % {"port": port, "free_port": port + 1}
        ) from None
    return sock


def network_address() -> str | None:
    """Return the address by which other devices of the local network reach this machine; None
    without a network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect((UNROUTED, 9))
            address: str = sock.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def terminal_qr(text: str) -> str:
    """Write a QR code for the terminal, two modules a character: blocks are the light ones."""
    out = io.StringIO()
    segno.make(text, error="l").terminal(out, compact=True, border=2)
    return out.getvalue().rstrip("\n")


def sign_in_path(username: str) -> str | None:
    """Return a path that signs that user in once, within the hour; None where there is no such
    user.
    """
    user = get_user_model().objects.filter(username=username, is_active=True).first()
    return reverse("accounts:link") + get_query_string(user) if user else None


def show_qr(console: Console, address: str) -> None:
    """Print a QR code light on dark in any colour scheme: cameras read the other way round less
    reliably.
    """
    console.print(Text(terminal_qr(address), style="bright_white on black"), soft_wrap=True)


def show(console: Console, *, port: int, sign_in: str | None, database: str) -> None:
    """Print where the app runs, where it stores the tours, and how to begin."""
    here, address = f"http://127.0.0.1:{port}", network_address()

    def line(text: str = "", link: str = "", style: str = "") -> None:
        # links stay in one piece, so that they can be clicked and copied
        console.print(Text("  ") + Text(text) + Text(link, style=style), soft_wrap=True)

    console.rule("[bold]Tour Manager")
    line(_("On this machine     "), here, "bold cyan")
    if address:
        line(_("On the same network "), f"http://{address}:{port}", "bold cyan")
        show_qr(console, f"http://{address}:{port}/")
        line(
            _(
                "Phones and tablets: point the camera at the code. Anybody can "
                "watch; directors sign in."
            )
        )
    else:
        line(_("There is no network: only this machine can open it."))
    console.print()
    if sign_in:
        line(_("Direct the demo tours. This link signs you in once, within the hour:"))
        line("  ", here + sign_in, "bold green")
        if address:
            line(_("or, on a tablet instead:"))
            line("  ", f"http://{address}:{port}{sign_in}", "green")
        line(_("A new one: make link"))
        console.print()
    first, *more = database.splitlines()
    line(_("Tours are kept in "), first)
    for words in more:
        line(words)
    line(_("An account of your own: "), here + reverse("accounts:sign_up"), "cyan")
    line(_("To stop: Ctrl-C. Everything is saved; the next make run goes on where you left."))
    console.rule()
