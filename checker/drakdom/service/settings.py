"""Settings of the service, as they pass from the command line to its processes."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from drakdom.sandbox import Limits

AUDIT_ENDS = 30.0
"""Seconds that an audit has beyond its time to write down what it found."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Database, address, law, and limits.

    `folders` hold rulebooks beside the shipped ones. `seconds` and `megabytes` limit one job. `queue` is the greatest
    number of jobs that wait. `rate` limits the new questions of one client, as the package `limits` writes it, and
    `open` its unfinished jobs. `patience` are the seconds that a request waits for its answer.
    `audit` is the longest time of an audit, in seconds. `precedents` is the folder of precedents, or empty.
    `proxies` are the addresses and networks whose header `X-Forwarded-For` names the client.
    """

    db: str
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    folders: tuple[str, ...] = ()
    seconds: float = 60
    megabytes: int = 4096
    queue: int = 100
    rate: str = "120/minute"
    open: int = 8
    patience: float = 2.0
    audit: float = 600
    precedents: str = ""
    proxies: tuple[str, ...] = ()

    @property
    def limits(self) -> Limits:
        """The limits of one job."""
        return Limits(self.seconds, self.megabytes)

    @property
    def audit_limits(self) -> Limits:
        """The limits of an audit: it ends by itself when its time is over, and is ended if it does not."""
        return Limits(self.audit + AUDIT_ENDS, self.megabytes)

    def to_text(self) -> str:
        """Return the settings as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> Settings:
        """Return settings from their JSON."""
        fields = json.loads(text)
        return cls(**{**fields, "folders": tuple(fields["folders"]), "proxies": tuple(fields["proxies"])})
