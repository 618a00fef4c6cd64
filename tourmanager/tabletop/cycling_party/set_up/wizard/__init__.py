"""The wizard that sets up a tour of Cycling Party, step by step."""
