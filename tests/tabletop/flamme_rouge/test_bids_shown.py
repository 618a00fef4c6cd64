"""What the list of the breakaway says of bids that lie face down: that they lie there, no more."""

import pytest
from django.test import Client
from django.urls import reverse

from games.engine import CHANCE
from tests.factory import a_user
from tests.play.rides import NOW, token
from tests.tabletop.flamme_rouge.imagined import GAME, a_table, chosen
from tourmanager.play.log import loop
from tourmanager.play.log.position import Position
from tourmanager.play.log.reading import last_position
from tourmanager.play.models import Ride

pytestmark = pytest.mark.django_db
LAID, NONE = "bid laid face down", "no bid yet"


def listed(client: Client, ride: Ride) -> tuple[int, int]:
    """How many rows say that a bid lies there, and how many that there is none yet."""
    page = client.get(ride.get_absolute_url()).content.decode()
    rows = page.partition('class="ride-bids"')[2].partition("</section>")[0]
    return rows.count(LAID), rows.count(NONE)


def two_bids_laid(ride: Ride, bid: int) -> Position:
    """The last seats that are asked answer first, until two bids of that round lie face down."""
    for _ in range(200):
        at = last_position(ride)
        view, waiting = GAME.view(at.state, None), at.waits_for()
        if view["phase"] == "bidding" and view["bid"] == bid and chosen(at) >= 2:
            return at
        if waiting == (CHANCE,) or ride.seats.get(number=waiting[-1]).kind == "bot":
            loop.go_on(ride, NOW)
            continue
        seat = waiting[-1]
        text = GAME.write(at.state, seat, GAME.legal_actions(at.state, seat)[0])
        loop.answer(ride=ride, seat=seat, text=text, token=token(), base=at.seq, at=NOW)
    raise AssertionError("no two bids came to lie there")


@pytest.mark.rule("FR-113")
@pytest.mark.parametrize("bid", [1, 2])
def test_a_laid_bid_is_told_to_host_guest_and_spectator(bid: int):
    host = a_user()
    ride = a_table("here link link bot", by=host, breakaway=True)
    guest, hosting = Client(), Client()
    hosting.force_login(host, backend="django.contrib.auth.backends.ModelBackend")
    key = ride.seats.get(number=2).key
    guest.post(reverse("play:join", args=[ride.slug, key]), {"player": "Gus"})
    at = two_bids_laid(ride, bid)
    laid, asked = chosen(at), at.waits_for()
    assert (2 in asked, 0 in asked) == (False, True), "the guest has bid, the host has not"
    none = 4 - laid if bid == 1 else 0  # in the second round the first bids lie open
    assert listed(Client(), ride) == (laid, none)
    assert listed(hosting, ride) == (laid, none)
    assert listed(guest, ride) == (laid - 1, none), "the guest's own bid is shown to the guest"
