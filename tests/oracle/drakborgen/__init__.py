"""Drakborgen Återväckt, from its source: one round, phase by phase."""
