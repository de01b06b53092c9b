"""Interviews: the open points on which a scenario's questions depend, one after the other, and their answers."""
