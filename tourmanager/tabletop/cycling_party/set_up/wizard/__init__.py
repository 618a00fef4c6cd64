"""Set up a tour of Cycling Party step by step."""
