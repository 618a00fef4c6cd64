"""Cycling Party: its junior, senior and master versions, as options of one engine."""
