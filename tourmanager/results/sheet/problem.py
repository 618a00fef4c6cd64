"""Define a problem of a stage's record, with its sentence."""

import msgspec


class Problem(msgspec.Struct, frozen=True):
    """A problem with its `code` as in CP-APP-018 and where it is: a line's key, "finish" or a
    rider. A warning refuses only until it was accepted.
    """

    code: str
    text: str
    where: str = "finish"
    warning: bool = False
    while_logging: bool = True  # worth a word before End stage is pressed
