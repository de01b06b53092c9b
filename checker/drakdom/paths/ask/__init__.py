"""Questions about moves, which the law answers by playing them."""
