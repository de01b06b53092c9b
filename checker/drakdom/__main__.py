"""Run the command `drakdom` as `python -m drakdom`."""

from drakdom.cli import main

main()
