import pytest

from tests.play.imagined import Everything
from tourmanager.play import boards


@pytest.fixture
def everything_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of Flamme Rouge print all that their board is handed."""
    monkeypatch.setitem(boards.BOARDS, "flamme_rouge", Everything())
