"""Log and ride Flamme Rouge, at the table and on the screen."""
