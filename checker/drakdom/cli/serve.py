"""`drakdom serve`: the web service."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from drakdom.cli import options

PACKAGES = {
    "alembic": "alembic",
    "fastapi": "fastapi",
    "limits": "limits",
    "sqlalchemy": "SQLAlchemy",
    "uvicorn": "uvicorn",
}
"""Modules that the service needs, with the packages that hold them."""


def serve_command(
    db: Annotated[
        str, typer.Option("--db", metavar="URL", help="The database of jobs and answers, made if it is missing.")
    ] = "sqlite:///drakdom.sqlite",
    host: Annotated[str, typer.Option(metavar="HOST", help="The address to serve.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port to serve; 0: any free one.")
    ] = 8000,
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help="Number of questions ruled on at once.")
    ] = 1,
    queue: Annotated[int, typer.Option(metavar="N", min=1, help="Number of questions that may wait.")] = 100,
    rate: Annotated[
        str, typer.Option(metavar="RATE", help="Number of new questions that one client may ask in a time.")
    ] = "120/minute",
    audit_time: Annotated[
        float, typer.Option(metavar="SECONDS", min=1, max=86_400, help="The longest time of an audit.")
    ] = 600,
    precedents: Annotated[
        str, typer.Option(metavar="DIR", help="Serve the precedents of this folder, and write new ones into it.")
    ] = "",
    proxy: Annotated[
        list[str], typer.Option(metavar="ADDRESS", help="A proxy, or a network of them, whose headers name the client.")
    ] = [],  # noqa: B006  (typer copies defaults)
    folders: options.Folders = [],  # noqa: B006
    timeout: options.Seconds = options.SECONDS,
    memory: options.Megabytes = options.MEGABYTES,
) -> None:
    """Serve rulings over HTTP, with the JSON of the command line. Ctrl-C ends it.

    It needs the extra `web`: `pip install 'drakdom[web]'`.
    """
    from drakdom.errors import InputError

    if precedents and os.path.isfile(precedents):  # noqa: PTH113  (a `Path` raises where it may not look)
        raise InputError.single("this is a file, not a folder of precedents", precedents)
    check_extra()
    from dataclasses import replace
    from pathlib import Path

    from drakdom.cli.reading import limits
    from drakdom.service.clients import proxies_of
    from drakdom.service.settings import Settings
    from drakdom.service.supervisor import serve

    most = limits(timeout, memory)
    places = tuple(str(Path(folder).absolute()) for folder in folders)
    settings = Settings(db, host, port, workers, places, most.seconds, most.megabytes, queue, rate)
    record = str(Path(precedents).absolute()) if precedents else ""
    settings = replace(settings, audit=audit_time, precedents=record, proxies=proxies_of(proxy))
    serve(settings, lambda address: typer.echo(f"serving {address}; Ctrl-C ends it", err=True))


def check_extra() -> None:
    """Raise InputError if a package of the extra `web` is missing, or this platform cannot fork."""
    from importlib.util import find_spec

    from drakdom.errors import InputError
    from drakdom.sandbox import can_fork

    missing = [package for module, package in PACKAGES.items() if find_spec(module) is None]
    if missing:
        message = f"`drakdom serve` needs packages that are not installed: {', '.join(missing)}"
        raise InputError.single(message, help="`pip install 'drakdom[web]'`")
    if not can_fork():
        raise InputError.single("`drakdom serve` needs a platform that can fork, such as Linux or macOS")
