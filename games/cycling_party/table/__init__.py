"""The arithmetic of Cycling Party: seconds, lines, ties by dice and a team's stock, the same on a
screen and for a stage logged at a table.
"""
