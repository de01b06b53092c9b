"""What the graph says of ways, held to the law."""
