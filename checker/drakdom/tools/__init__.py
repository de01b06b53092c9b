"""Commands on rulings: check, compare, pin, odds, why-not, and the selection of scenarios."""
