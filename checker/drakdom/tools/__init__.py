"""What is done with rulings: checks, comparisons, changes, odds, expectations."""
