"""The address of a visitor, also behind a proxy.

Anybody can send X-Forwarded-For. It is believed only where the machine that asks is a proxy named
in the setting TRUSTED_PROXIES; read from its end, where the nearest proxy has written, and no
further than the first address that is no such proxy.
"""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

Address = IPv4Address | IPv6Address
# In TRUSTED_PROXIES: a proxy on this machine that asks through a socket and has no address.
LOCAL_SOCKET = "unix"


def visitor_address(request: HttpRequest) -> str:
    """Return the visitor's address; "" where there is none, as on a socket of this machine."""
    address = _read(request.META.get("REMOTE_ADDR") or "")
    hops = [_read(hop) for hop in request.headers.get("X-Forwarded-For", "").split(",")]
    while hops and _is_trusted(address):
        if (hop := hops.pop()) is None:
            break
        address = hop
    return str(address or "")


def visitor_network(request: HttpRequest) -> str:
    """Return the key by which a visitor is counted: the address, and for IPv6 its network, as one
    household has billions of addresses.
    """
    address = visitor_address(request)
    return str(IPv6Network((address, 64), strict=False)) if ":" in address else address


def _is_trusted(address: Address | None) -> bool:
    if address is None:
        return LOCAL_SOCKET in settings.TRUSTED_PROXIES
    proxies = (proxy for proxy in settings.TRUSTED_PROXIES if proxy != LOCAL_SOCKET)
    return any(address in ip_network(proxy, strict=False) for proxy in proxies)


def _read(text: str) -> Address | None:
    """Read an address as proxies write it: 192.0.2.1, 192.0.2.1:4711, 2001:db8::1,
    [2001:db8::1]:4711.
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def untrusted_words(proxies: list[str]) -> str:
    """Say what is wrong with the setting TRUSTED_PROXIES; "" where all of it can be read. In
    English: the settings ask for it, and nothing can be translated before they are read.
    """
    for proxy in proxies:
        try:
            ip_network(proxy, strict=False)
        except ValueError:
            if proxy != LOCAL_SOCKET:
                like = "addresses and networks, like 10.0.0.2 or 10.0.0.0/8"
                return f"TRUSTED_PROXIES lists {like}, not “{proxy}”."
    return ""
