"""Words and pictures: what people and machines get to see of a verdict."""
