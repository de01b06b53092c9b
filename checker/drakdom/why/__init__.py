"""Why: by which clauses something is so, and what would be without one."""
