"""Set tours up: plans and their checks, days, drafts, and writing a new tour."""
