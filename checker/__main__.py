"""`python -m checker` is `drakdom`."""

from checker.cli import main

main()
