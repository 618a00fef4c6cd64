"""The history of a whole tour: the logs of its stages, its settings, its start list and imports."""
