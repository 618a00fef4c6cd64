"""A Grand Tour of Flamme Rouge comes to be: its form, and what follows from tiles as `tours.grand_tours` keeps it."""
