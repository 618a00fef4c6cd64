"""Behind a proxy a visitor has their own address, but only where the settings name the proxy."""

import pytest
from django.test import RequestFactory

from tourmanager.web.addresses import untrusted_words, visitor_address, visitor_network

PROXIES = ["10.0.0.2", "2001:db8:1::/48", "192.168.0.0/16"]


def request(came_from: str, forwarded: str = ""):
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    return RequestFactory().get("/", REMOTE_ADDR=came_from, headers=headers)


@pytest.mark.parametrize(
    ("came_from", "forwarded", "visitor"),
    [
        ("203.0.113.7", "", "203.0.113.7"),
        ("203.0.113.7", "198.51.100.1", "203.0.113.7"),  # no proxy of ours: anybody can write that
        ("10.0.0.2", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.2", "", "10.0.0.2"),
        (
            "10.0.0.2",
            "1.2.3.4, 198.51.100.1",
            "198.51.100.1",
        ),  # the first one was sent by the visitor
        ("10.0.0.2", "1.2.3.4, 198.51.100.1, 192.168.3.4", "198.51.100.1"),  # two proxies in a row
        ("10.0.0.2", "192.168.3.4", "192.168.3.4"),
        ("10.0.0.2", "198.51.100.1, nonsense", "10.0.0.2"),
        ("10.0.0.2", "198.51.100.1:4711", "198.51.100.1"),
        ("10.0.0.2", "[2001:db8:9::1]:4711", "2001:db8:9::1"),
        ("2001:db8:1::5", "2001:db8:9::1", "2001:db8:9::1"),
        ("::ffff:10.0.0.2", "198.51.100.1", "198.51.100.1"),
        ("", "198.51.100.1", ""),
    ],
)
def test_only_a_proxy_that_is_named_is_believed(
    settings, came_from: str, forwarded: str, visitor: str
) -> None:
    settings.TRUSTED_PROXIES = PROXIES
    assert visitor_address(request(came_from, forwarded)) == visitor


def test_without_the_setting_nobody_is_believed(settings) -> None:
    settings.TRUSTED_PROXIES = []
    assert visitor_address(request("127.0.0.1", "198.51.100.1")) == "127.0.0.1"


def test_a_proxy_on_a_socket_of_this_machine_is_named_unix(settings) -> None:
    settings.TRUSTED_PROXIES = ["unix"]
    assert visitor_address(request("", "198.51.100.1")) == "198.51.100.1"


def test_of_ipv6_the_network_is_counted_as_a_household_has_many_addresses() -> None:
    assert visitor_network(request("2001:db8:9:1:2:3:4:5")) == "2001:db8:9:1::/64"
    assert visitor_network(request("203.0.113.7")) == "203.0.113.7"


def test_what_is_no_address_is_refused_in_words() -> None:
    assert untrusted_words([*PROXIES, "unix"]) == ""
    assert "not “my-proxy”" in untrusted_words(["10.0.0.2", "my-proxy"])
