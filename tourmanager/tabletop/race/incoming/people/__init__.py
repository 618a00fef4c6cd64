"""Find the riders of a tour or a new race by their names in results."""
