"""Toy Dash: a game of three stones that exists to be added, as docs/games.md says, to an app that
knows nothing of it.
"""
