"""Tests of verdicts on claims."""
