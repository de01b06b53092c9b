"""Dystopia, from its rules: attacks."""
