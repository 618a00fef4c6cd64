"""Roads of tiles: how they lie in the plane, which part of them is shown, and how they are
drawn.
"""
