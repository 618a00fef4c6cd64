"""Leagues of tours: what each round brings, which results count, the table, what is in reach."""
