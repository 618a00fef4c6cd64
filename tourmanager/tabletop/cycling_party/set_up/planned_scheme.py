"""Find the scheme that a plan asks for."""

from tourmanager.scoring.scheme import Scheme, scheme
from tourmanager.tabletop.cycling_party.set_up.plan import TourPlan
from tourmanager.tours.rules import read_valid_scheme


def scheme_of_plan(plan: TourPlan) -> Scheme:
    """Return the scheme of a plan, with its points for the players.

    Raises LookupError for an unknown one, SchemeError for a faulty copy.
    """
    rules = scheme(plan.scheme) if plan.rules is None else read_valid_scheme(plan.rules)
    return rules.with_manager_points(
        {source: plan.scale.get(source, []) for source in rules.manager_points.points}
    )
