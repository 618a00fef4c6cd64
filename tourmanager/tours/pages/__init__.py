"""Pages of whole tours: menu, start, list, settings, days."""
