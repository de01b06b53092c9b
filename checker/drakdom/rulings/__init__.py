"""Rulings: from a scenario to a verdict."""
