"""Talisman, from its rules: moves on a ring and combat."""
