"""Limits by client: who asks, and how often."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from drakdom.errors import InputError

NETWORK = 64
"""Bits of an address of IPv6 that belong to one client."""
NETWORK_OF = {4: 24, 6: 48}
"""Bits of an address that belong to one network."""
REQUESTS = 20
"""Number of questions a client may ask, known ones among them, for each that may become a job."""


class Rate:
    """Counts the questions of each client in memory, since one web process sees them all.

    `rate` limits the questions that become jobs. Questions of any kind may be REQUESTS times as many.
    """

    def __init__(self, rate: str) -> None:
        jobs = read_rate(rate)
        self._limiter, self._jobs = MovingWindowRateLimiter(MemoryStorage()), jobs
        self._questions = type(jobs)(jobs.amount * REQUESTS, jobs.multiples, namespace="questions")

    def refuses_question(self, client: str) -> int:
        """Count a question. Return 0 if the client may ask it, or the seconds until it may."""
        return self._refuses(self._questions, client)

    def refuses_job(self, client: str) -> int:
        """Count a question that becomes a job. Return 0 if the client may ask it, or the seconds until it may."""
        return self._refuses(self._jobs, client)

    def _refuses(self, most: RateLimitItem, client: str) -> int:
        if self._limiter.hit(most, client):
            return 0
        return max(1, math.ceil(self._limiter.get_window_stats(most, client).reset_time - time.time()))


def read_rate(rate: str) -> RateLimitItem:
    """Return a rate such as `120/minute`. Raises InputError."""
    try:
        return parse(rate)
    except ValueError:
        raise InputError.single(f"`{rate}` is not a rate", help="write `120/minute`") from None


def network_of(client: str) -> str:
    """Return the network of a client, which shares the court with others: 256 addresses, or 65,536 clients of IPv6."""
    try:
        address = ip_address(client)
    except ValueError:
        return client
    return str(ip_network((address, NETWORK_OF[address.version]), strict=False).network_address)


def proxies_of(words: Iterable[str]) -> tuple[str, ...]:
    """Return addresses of proxies as networks, also as a socket of IPv6 names those of IPv4. Raises InputError."""
    networks = []
    for word in words:
        try:
            network = ip_network(word)
        except ValueError:
            help_ = "write its address, `127.0.0.1`, or a network of proxies alone, `10.0.0.8/30`"
            raise InputError.single(f"`{word}` is not the address of a proxy", help=help_) from None
        networks.append(str(network))
        if network.version == 4:
            networks.append(f"::ffff:{network.network_address}/{network.prefixlen + 96}")
    return tuple(networks)


def client_of(host: str | None) -> str:
    """Return the name of a client: its address, or the network of an address of IPv6; `unknown` for any other text."""
    try:
        address = ip_address(host or "")
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped  # a socket of both kinds gives addresses of IPv4 so
        return str(mapped or IPv6Address(int(address) >> NETWORK << NETWORK))
    return str(address)
