"""Tests of interviews: what is asked, and what the answers lead to."""
