"""Identities of courts: the versions and the law on which results depend, and how two of them differ."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from drakdom.errors import DrakdomError
from drakdom.kept import Law, engine
from drakdom.law.digest import SHOWN, law_digest
from drakdom.version import __version__


@dataclass(frozen=True, slots=True)
class Identity:
    """Programs on which results depend, by name, with version or digest; `laws` likewise, by the law's name."""

    parts: tuple[tuple[str, str], ...]
    laws: tuple[tuple[str, str], ...]


def identity(laws: Iterable[Law]) -> Identity:
    """Return the identity of this process, with the digests of laws. A law that cannot be read has no digest."""
    return Identity(_program(), tuple((law_words(law), digest_of(law)) for law in laws))


def differences(wanted: Identity, remote: Identity) -> list[str]:
    """Return a message for each part of a remote identity that differs from the wanted one."""
    return [*_different(wanted.parts, remote.parts), *_different(wanted.laws, remote.laws)]


def digest_of(law: Law) -> str:
    """Return the digest of a law's contents, or an empty text if it cannot be read."""
    try:
        return law_digest(Path(law.rulebook), map(Path, law.house))[:SHOWN]
    except (OSError, ValueError, RuntimeError, DrakdomError):
        return ""


def law_words(law: Law) -> str:
    """Return the name of a law in messages."""
    return ", ".join(["law " + Path(law.rulebook).name, *(f"house rule {Path(folder).name}" for folder in law.house)])


@lru_cache(maxsize=1)
def _program() -> tuple[tuple[str, str], ...]:
    (_, *libraries), digest = engine()
    python = ".".join(map(str, sys.version_info[:2]))
    return (("drakdom", __version__), ("python", python), *libraries, ("code of drakdom", digest[:SHOWN]))


def _different(wanted: Iterable[tuple[str, str]], remote: Iterable[tuple[str, str]]) -> Iterator[str]:
    versions = dict(remote)
    for name, version in wanted:
        if (remote_version := versions.get(name, "")) != version:
            yield f"{name} is {remote_version} there, {version} here" if remote_version else f"{name} is missing there"
