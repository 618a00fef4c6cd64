"""The Cycling Party at the table."""
