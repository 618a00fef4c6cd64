"""The end of a stage: the podium, the jerseys, what was special, and the points of the players."""
