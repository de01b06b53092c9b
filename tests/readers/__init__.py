"""Tests of the readers of terms, rulebooks and scenarios."""
