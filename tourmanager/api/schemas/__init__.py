"""What answers and requests of the API hold, as its documentation describes it.

The text below a field is its description there. A name that was published keeps its meaning: fields
are added, and what changes otherwise gets another version of the address.
"""
