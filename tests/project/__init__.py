"""Tests of the project itself: its files, its documents, its package."""
