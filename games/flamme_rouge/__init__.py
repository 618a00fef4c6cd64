"""Flamme Rouge, with the expansion Peloton and the designer's Grand Tour."""
