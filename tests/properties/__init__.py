"""Properties that hold on every board."""
