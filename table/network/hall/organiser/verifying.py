"""The file of each match verified as it ends, by the same command that everybody has, in a program of its own."""

import asyncio
import logging
import sys
from collections import deque
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from table.network.hall.organiser.matches import FileFinding
from table.network.hall.wire.decoding import decoded
from table.view.hall import MatchOutcome, MatchProof

log = logging.getLogger(__name__)

PATIENCE_S = 120.0
"""A match takes a second or two on a Raspberry Pi."""


class VerifiedMatch(NamedTuple):
    table: str
    match: str
    chain: str
    """The end of the chain of the file that was verified."""
    finding: FileFinding


class _Verdict(Struct):
    ok: bool
    proved: bool
    outcome: MatchOutcome | None


class Verifying:
    """The files that wait, taken one after the other, so that no burst of ends takes the machine."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[str, str, str, Path]] = deque()
        self._woken = asyncio.Event()

    def add(self, table: str, match: str, chain: str, path: Path) -> None:
        """Let a file be verified; `chain` is the end of its chain as it was shown at the table."""
        self._waiting.append((table, match, chain, path))
        self._woken.set()

    async def next(self) -> VerifiedMatch:
        """Return what was found of the next file, once there is one. A file that cannot be looked at is left out."""
        while True:
            while not self._waiting:
                self._woken.clear()
                await self._woken.wait()
            table, match, chain, path = self._waiting.popleft()
            finding = await _verified(path, chain)
            if finding is not None:
                return VerifiedMatch(table, match, chain, finding)


async def _verified(path: Path, chain: str) -> FileFinding | None:
    command = [sys.executable, "-m", "table", "verify", "--json", "--head", chain, str(path)]
    try:
        running = await asyncio.create_subprocess_exec(
            "nice", *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
    except OSError as error:
        log.warning("%s cannot be verified: %s", path, error)
        return None
    try:
        async with asyncio.timeout(PATIENCE_S):
            printed, _ = await running.communicate()
        verdict = decoded(printed, _Verdict)
    except (TimeoutError, msgspec.MsgspecError) as error:
        log.warning("%s cannot be verified: %s", path, error or "it takes too long")
        return None
    finally:
        if running.returncode is None:
            running.kill()
            await running.wait()
    if not verdict.ok:
        return FileFinding(MatchProof.FORGED)
    return FileFinding(MatchProof.PROVED if verdict.proved else MatchProof.OPEN, verdict.outcome)
