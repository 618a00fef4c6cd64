import pytest

from tests.tabletop.flamme_rouge.imagined import Everything
from tourmanager.play.contract import screen_of


@pytest.fixture
def everything_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of this game print all that their board is given."""
    monkeypatch.setattr(type(screen_of("flamme_rouge")), "board", Everything())
