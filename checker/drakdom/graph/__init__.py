"""Graph: the play of a case, as states with choices, chances and transitions."""
