"""The courts beside a Dask worker, one for each of its threads that is at work.

Tasks run in threads of the worker. Each passes its batch to a court process and waits. If the task is cancelled, or its
client is gone, the court of its batch is ended with the child that solves.
"""

from __future__ import annotations

import threading

from drakdom.cluster.message import packed
from drakdom.cluster.orders import Batch
from drakdom.cluster.peer import CourtGone, Peer


class Beside:
    """Court processes of one session, with the jobs that they may be asked for, packed. Its methods are thread-safe."""

    def __init__(self, greeting: bytes) -> None:
        self._greeting = greeting
        self._starts: dict[str, bytes] = {}
        self._free: list[tuple[Peer, str]] = []
        self._busy: dict[str, Peer] = {}
        self._lock = threading.Lock()
        self._is_open = True

    def greet(self, greeting: bytes, job: str, start: bytes) -> bytes:
        """Let a court tell its packed identity with the laws of a job. Raises CourtGone."""
        with self._lock:
            self._starts[job] = start
        peer, at_hand = self._take()
        try:
            answer = peer.ask_packed(greeting)
        except CourtGone:
            peer.end()
            raise
        self._release(peer, at_hand)
        return answer

    def work(self, task: str, job: str, numbers: tuple[int, ...], seconds: float) -> bytes:
        """Let a court do a batch for a task; return its packed answer, or nothing if the court ended."""
        try:
            peer, at_hand = self._take(task)
        except CourtGone:
            return b""
        try:
            if not at_hand:
                peer.ask_packed(self._greeting)
            if at_hand != job:
                peer.ask_packed(self._starts[job])
            answer = peer.ask_packed(packed(Batch(numbers, seconds)))
        except CourtGone:
            peer.end()
            return b""
        finally:
            with self._lock:
                self._busy.pop(task, None)
        self._release(peer, job)
        return answer

    def stop(self, task: str) -> None:
        """End the court of a task, without waiting for it."""
        with self._lock:
            peer = self._busy.get(task)
        if peer:
            peer.stop()

    def end(self) -> None:
        """End all courts."""
        with self._lock:
            self._is_open = False
            idle, busy = [peer for peer, _ in self._free], [*self._busy.values()]
            self._free.clear()
        for peer in (*idle, *busy):
            peer.stop()
        for peer in idle:
            peer.end()

    def _take(self, task: str = "") -> tuple[Peer, str]:
        """Return a court, for a task if it has one, and the job that it has in hand. Raises CourtGone."""
        with self._lock:
            if not self._is_open:
                raise CourtGone
            while self._free and not self._free[-1][0].is_alive:  # it was idle for too long
                self._free.pop()[0].end()
            peer, at_hand = self._free.pop() if self._free else (Peer(), "")
            if task:
                self._busy[task] = peer
        return peer, at_hand

    def _release(self, peer: Peer, job: str) -> None:
        with self._lock:
            if self._is_open:
                self._free.append((peer, job))
                return
        peer.end()
