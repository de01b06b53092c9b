"""Tests of the clause coverage."""
