"""Tests of results that are kept."""
