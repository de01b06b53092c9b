"""Kalahen, from its rules: combat with the three special dice."""
