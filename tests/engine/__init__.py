"""Tests of the engine: what only makes it faster must never change an answer."""
