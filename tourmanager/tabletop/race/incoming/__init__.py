"""Import results from files: read tables of stages, awards and marked riders, show them row by row,
and record them once they are accepted.

- `reading/` turns files into rows: where a table begins, its columns and kind, the cells of a row;
- `people/` finds the riders whom rows name, and makes the start list of a new race;
- `planning/` makes the plan of an import from rows, all of it without a database;
- `questions` asks what files leave open;
- `read_uploads`, `accept_import` and `views` bring files in, keep them and record them through
  `log.recording`;
- `compare_official` compares a race with the tables published beside its results.
"""
