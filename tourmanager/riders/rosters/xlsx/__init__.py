"""A program that reads an XLSX workbook from standard input and writes its sheets to standard
output as JSON.

`workbooks.py` starts it as a process of its own, so that a hostile workbook can end that process
but not harm the server. It imports only Python's standard library, which keeps its start short.
Before anything is unpacked, the zip's directory is checked; after that every part is streamed, and
what comes out of it is counted against `limits.Budget`.

It answers {"sheets": [{"name", "hidden", "rows": [[row number, [cell, ...]], ...]}, ...]} or
{"refused"}, a code that `workbooks.REFUSALS` words. A cell is null, a text, a number, true or
false, or {"days", "kind", "format"} for a date or a time (see `workbooks.Moment`).
"""
