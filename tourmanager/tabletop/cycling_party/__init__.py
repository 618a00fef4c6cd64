"""Log and ride Cycling Party, at the table and on the screen."""
