"""The database backend for SQLite: Django's own, with a queue in which writers wait for their
turn."""
