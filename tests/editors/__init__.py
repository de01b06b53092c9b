"""Tests of the schemas for editors."""
