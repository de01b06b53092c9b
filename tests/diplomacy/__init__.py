"""Tests of the law of Diplomacy."""
