"""Tests of the law as data."""
