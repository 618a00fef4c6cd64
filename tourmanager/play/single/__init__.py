"""A stage outside any tour: each game has its own form, which makes the plan of a ride."""

from tourmanager.play.single.cycling_party import CyclingPartyForm
from tourmanager.play.single.flamme_rouge import FlammeRougeForm
from tourmanager.play.single.form import SingleForm

__all__ = ["SINGLES", "SingleForm"]

SINGLES: dict[str, type[SingleForm]] = {form.game: form for form in (CyclingPartyForm, FlammeRougeForm)}
