"""Step: positions in, answers out. The only package that solves."""
