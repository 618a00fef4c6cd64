"""Rosters as files: read, checked, merged, imported and exported."""
