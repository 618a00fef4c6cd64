"""Plan an import, row by row and stage by stage, without a database."""
