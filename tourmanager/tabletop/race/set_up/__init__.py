"""Set up a race without a board."""
