"""Races without a board: their results are entered or brought in files."""
