"""Read files of results: from headings and cells to rows."""
