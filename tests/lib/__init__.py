"""Tests of the library of law, each piece in a game of few lines."""
