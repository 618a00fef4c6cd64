"""Toy Dash: a game of three squares that exists to be added, as docs/games.md says, to an app that
knows nothing of it.
"""
