"""Score races without a board: their results are entered or imported from files."""
