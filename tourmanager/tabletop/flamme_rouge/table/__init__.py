"""Flamme Rouge at the table."""
