"""Tests of the lint."""
