"""Draw the board of Flamme Rouge: a road of tiles, cards, what happened in the last round."""
