"""An independent oracle: what the games' sources say, in plain Python, compared with what the law says.

The modules of each game are written from the source text and the ledger, never from `asp/`. A function names the
clauses that it follows. Where the source is silent the oracle raises `NotDecided`, and the law must tell a gap or
ask for a reading.
"""
