"""The stage designer: stages laid out of tiles by hand, kept by their owner, shared as a code."""
