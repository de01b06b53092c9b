"""Search the paths of figures over a board: reach, way home, pursuit and flight. The law stays in `asp/`.

One answer of the law (`paths.lp` of the rulebook) becomes a graph; the law plays a move to find what it takes. Each
question has its own module: `reach`, `homeward`, `pursuit`, `flight`. Callers import only the one they need.
"""
