"""What is wrong with a stage's record, in words."""

import msgspec


class Problem(msgspec.Struct, frozen=True):
    """`code` as in CP-APP-018; `where` is a line's key, "finish" or a rider; a warning does not
    refuse once it was seen.
    """

    code: str
    text: str
    where: str = "finish"
    warning: bool = False
    while_logging: bool = True  # worth a word before End stage is pressed
