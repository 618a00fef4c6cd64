"""Games at the table: the registry that the rest of the app asks, and a room for each game."""
