"""Step: evaluates states under the law, with the solver."""
