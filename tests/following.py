"""What a page that follows a race sends when it asks whether it has changed."""

import re

from django.http import HttpResponse


def version_of(response: HttpResponse) -> dict[str, str]:
    """Return the version that the page shows, as the query with which it asks again."""
    found = re.search(r'hx-get="[^"]*[?;]seen=([\w.-]+)', response.content.decode())
    assert found, "the page follows nothing"
    return {"seen": found[1]}
