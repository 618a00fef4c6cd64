"""Name the types of stages."""

TYPE_NAMES = {
    "flat": "flat",
    "low": "low mountain",
    "medium": "medium mountain",
    "high": "high mountain",
}
