"""Make the answers of the API from what the pages are made from."""
