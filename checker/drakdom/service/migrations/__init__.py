"""The versions of the database's schema."""
