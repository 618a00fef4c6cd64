"""Log Flamme Rouge at the table."""
