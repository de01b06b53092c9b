"""Law: rules as data, parsed once. The only package that reads the solver's syntax."""
