"""Log Cycling Party at the table."""
