"""Register the games at the table; each has a room of its own."""
