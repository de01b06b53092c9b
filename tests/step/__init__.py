"""Tests of the evaluation of states."""
