"""Tests of what reads terms, rulebooks and scenarios."""
