"""`python -m checker` is `drakdom`."""

from checker.cli.app import app

app(prog_name="drakdom")
