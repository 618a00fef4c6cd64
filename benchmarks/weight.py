"""How many bytes the first visit of a page sends: the page itself, and every style and script it
asks for, as `serve` sends them to a table's network: compressed with gzip, which browsers take
without HTTPS too (with Brotli it is a tenth less). Bytes are exact, so that a test keeps the budget
(tests/web/test_static_files.py).
"""

import re
from collections.abc import Iterator
from urllib.parse import urljoin

from django.http import HttpResponse
from django.test import Client, RequestFactory
from whitenoise.middleware import WhiteNoiseMiddleware

STATIC = re.compile(r'<(?:link rel="(?:stylesheet|modulepreload)" href|script[^>]* src)="([^"]+)"')
IMPORTED = re.compile(r'(?:from|import)\s*"(\.[^"]+)"')
HEAD = 460  # bytes of the head of an answer
# bytes of a director's page of a stage, with all it asks for before anybody scrolls: the budget
HELD = 80_000
GZIP = {"Accept-Encoding": "gzip"}


def weigh(client: Client, address: str) -> dict[str, int]:
    """Return the bytes of the page at that address, under "", and of each file by its address.
    Static files have to be collected.
    """
    answer = client.get(address, headers=GZIP)
    assert answer.status_code == 200, (address, answer.status_code)
    text = client.get(address).content.decode()
    serve = WhiteNoiseMiddleware(lambda request: HttpResponse(status=404))
    sizes = {"": len(answer.content)}
    for file in STATIC.findall(text):
        _weigh_file(serve, file, sizes)
    return sizes


def total(sizes: dict[str, int]) -> int:
    """Add up the bytes of all answers with their heads."""
    return sum(sizes.values()) + HEAD * len(sizes)


def _weigh_file(serve: WhiteNoiseMiddleware, address: str, sizes: dict[str, int]) -> None:
    """Weigh a file and all that it imports."""
    if address in sizes:
        return
    sizes[address] = len(_read(serve, address, GZIP))
    for imported in _imports(serve, address):
        _weigh_file(serve, imported, sizes)


def _imports(serve: WhiteNoiseMiddleware, address: str) -> Iterator[str]:
    """Yield the addresses of the modules that a script imports."""
    if address.endswith(".js"):
        text = _read(serve, address, {"Accept-Encoding": "identity"}).decode()
        yield from (urljoin(address, imported) for imported in IMPORTED.findall(text))


def _read(serve: WhiteNoiseMiddleware, address: str, accepted: dict[str, str]) -> bytes:
    answer = serve(RequestFactory().get(address, headers=accepted))
    assert answer.status_code == 200, address
    with answer.file_to_stream as file:
        return bytes(file.read())
