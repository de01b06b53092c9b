"""Ways on a board: what figures can reach, by which exits they flee, who chases whom. Law stays in `asp/`.

What one answer of the law says of ways (`paths.lp` of the rulebook) becomes a graph; what a move takes is found by
letting the law play it. Each question has a module of its own, and whoever asks it loads no other: `reach`, `homeward`,
`chase`, `flight`.
"""
