"""`python -m drakdom` is `drakdom`."""

from drakdom.cli import main

main()
