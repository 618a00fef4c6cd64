"""How a ride's teams and riders are drawn and called: a copy of its own, which nobody's later change reaches."""

import msgspec

from tourmanager.web.jerseys import Mark


class Look(msgspec.Struct, frozen=True):
    teams: dict[str, Mark]  # by what the setup calls them: a
    riders: dict[str, Mark]  # a4
