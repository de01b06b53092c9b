"""Seeded faults: the bank, and the runner that tries whether the tests catch them."""
