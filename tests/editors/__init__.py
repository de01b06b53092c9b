"""What editors are told."""
