"""Provenance: the clauses behind an event, and the effect of a clause."""
