"""Benchmarks: `make bench` measures Drakdom as ratios to raw clingo, in one run. Never part of the tests."""
