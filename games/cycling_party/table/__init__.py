"""The arithmetic of Cycling Party: seconds, lines, ties by dice and what a team holds, the same on
a screen and for a stage logged at a table.
"""
