"""Draw the profile of a stage."""
