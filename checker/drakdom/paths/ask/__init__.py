"""Questions about moves that the law answers by playing them."""
