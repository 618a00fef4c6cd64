"""The API for other programs: tours, stages and classifications to read, and stage logs to write
with a token.

It shows what the pages show and records through the same entry point, `results.log.recording`.
`schemas` says what answers hold, `reading` makes them, `read_operations.py` and
`write_operations.py` are the addresses, `endpoints.py` guards them. Tokens stand in `tokens.py`,
their page in `views.py`.
"""
