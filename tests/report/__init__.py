"""Tests of what people get to read."""
