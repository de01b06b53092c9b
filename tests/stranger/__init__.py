"""A repository of rulings as a stranger keeps it, with Drakdom installed from the wheel."""
