"""Design stages of tiles by hand; users save them and share them as a code."""
