"""The kind `record`: what End stage says of a stage as it was entered."""

from games.cycling_party.table.master import master
from tests.vectors.kinds import Vector, kind
from tourmanager.results.sheet.checks import EnteredStage, LineRecord, find_problems
from tourmanager.scoring.scheme import scheme
from tourmanager.tabletop.cycling_party.table.sheet import too_many_throws

SCHEME = scheme("cycling_party_master")


@kind("record")
def record(vector: Vector) -> tuple[object, object]:
    data = vector["record"]
    starters = vector["riders"]
    sprints = [("is", riders) for riders in data.get("is", [])]
    passes = [(category, riders) for category, riders in data.get("passes", [])]
    lines = [
        LineRecord(
            f"{'s' if category == 'is' else 'p'}{number}",
            f"{'Sprint' if category == 'is' else 'Pass'} {number}",
            category,
            min(len(SCHEME.line_points[category]), len(starters)),
            riders,
        )
        for kind_lines in (sprints, passes)
        for number, (category, riders) in enumerate(kind_lines, start=1)
    ]
    doubles = [
        (f"Pass {number + 1}", team, presses, master().double_throws[category])
        for category, team, number, presses in data.get("double_throws", [])
    ]
    out = data.get("dnf", [])
    found = find_problems(
        EnteredStage(
            lines=lines,
            starters=[rider for rider in starters if rider not in out],
            all_starters=starters,
            order=data["order"],
            times=data["times"],
            own=too_many_throws(doubles, str),
        )
    )
    return sorted(vector["expect"]), sorted({problem.code for problem in found})
