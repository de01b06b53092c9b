"""Tests of the values of plays."""
