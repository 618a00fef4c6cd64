"""Flamme Rouge, with Peloton and the designer's Grand Tour."""
