"""Value: how likely something is, between the worst and the best choice."""
