"""The arithmetic of Flamme Rouge: bunches, times and what a Grand Tour carries on, the same on a
screen and for a stage logged at a table.
"""
