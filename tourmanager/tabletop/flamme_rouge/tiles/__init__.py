"""Lay roads of tiles in the plane, choose which part of them is shown, and draw them."""
