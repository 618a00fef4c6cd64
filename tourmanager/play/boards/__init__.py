"""Draw what the boards of several games share: roads of squares, stacks of riders, the strip."""
