"""Results from files: tables of stages, awards and marked riders are read, shown row by row, and recorded once they are accepted.

In order: `columns` and `times` read cells, `tables` says what kind of table a file is, `rows` reads its rows, `people` finds who is meant,
`awards` splits points into lines, `stages` puts together what a stage gets, `plan` is the whole dry run (all of it without a database),
`accepting` carries it out through the one door.
"""
