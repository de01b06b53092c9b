"""The court: reads scenarios, has them solved under a rulebook's law, and rules on them.

It knows no game by name; everything about a game lies in its rulebook's folder.
"""

__version__ = "0.1.0"
