"""Escape text that a spreadsheet would run as a formula with an apostrophe, and undo it.

Undoing is exact: an apostrophe that was there before gets a second one.
"""

import re

STARTS = "=+\\-@\uff1d\uff0b\uff0d\uff20"  # the full-width ones are formulas to a spreadsheet too


def guard_formula(text: str) -> str:
    return f"'{text}" if re.match(f"'*[{STARTS}]", text) else text


def unguard_formula(text: str) -> str:
    return text[1:] if re.match(f"'+[{STARTS}]", text) else text
