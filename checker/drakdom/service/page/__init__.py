"""The page of the service: HTML for players, with and without scripts."""
