"""How the pages write times, gaps, places and riders."""

from django import template

register = template.Library()
