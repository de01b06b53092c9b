"""The probability of a formula, as an interval from the worst to the best policy."""
