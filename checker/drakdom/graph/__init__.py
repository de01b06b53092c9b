"""Graph: the play of a case as states with choice, chance and what follows."""
