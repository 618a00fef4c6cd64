"""Name a device by what its browser says of itself (the header User-Agent)."""

from django.utils.translation import gettext as _

LONGEST = 300  # of the header, as it is stored

# What stands in the header → its name. Browsers name those they descend from too, so the order
# counts: Edge says "Chrome" and "Safari" as well.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Vivaldi", "Vivaldi"),
    ("YaBrowser", "Yandex Browser"),
    ("DuckDuckGo", "DuckDuckGo"),
    ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Chromium", "Chromium"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def clean_user_agent(header: str) -> str:
    """Return the header as it can be stored, without what no database or page can hold."""
    return "".join(letter for letter in header if letter.isprintable())[:LONGEST]


def device_name(user_agent: str) -> str:
    """Return the name of the device in words: "Firefox on Windows"."""
    browser, system = _find(BROWSERS, user_agent), _find(SYSTEMS, user_agent)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("Unknown device")


def _find(names: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in names if mark in user_agent), "")
