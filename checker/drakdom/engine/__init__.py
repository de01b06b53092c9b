"""The engine: facts, law, the two ways to play it out, odds and explanations. Only this package knows clingo."""
