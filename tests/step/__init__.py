"""Tests of positions in, answers out."""
