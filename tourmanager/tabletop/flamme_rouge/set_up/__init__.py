"""Set up a Grand Tour of Flamme Rouge: its form, its plan, and what follows from tiles."""
