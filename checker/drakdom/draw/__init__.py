"""Pictures of the board before and after each phase of one way to play."""
