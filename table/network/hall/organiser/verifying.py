"""The file of each match verified as it ends, by the same command that everybody has, in a program of its own."""

import asyncio
import logging
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from table.network.hall.organiser.matches import FileFinding
from table.network.hall.organiser.quotas import VERIFIED_PER_S, VERIFIED_S, Quota
from table.network.hall.wire.decoding import decoded
from table.view.hall import MatchOutcome, MatchProof

log = logging.getLogger(__name__)

PATIENCE_S = 60.0
"""A match takes a second or two on a Raspberry Pi."""
GIVES_WAY = ("nice",) if shutil.which("nice") else ()
"""The program that runs the verifier, so that it gives way to the hall, where the system has one."""
LOOK_S = 5.0
"""The interval at which the time budgets of tables are checked again."""


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
    """The files that wait, taken one after the other, so that no burst of ends takes the machine.

    The table whose files took the least time comes first. A table that has used up its time waits until it has some.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        """`now_s` counts steadily."""
        self._now_s = now_s
        self._waiting: dict[str, dict[str, _WaitingFile]] = {}
        self._quotas: dict[str, Quota] = {}
        self._woken = asyncio.Event()

    def add(self, table: str, match: str, chain: str, path: Path) -> None:
        """Let a file be verified; `chain` is the end of its chain as it was shown at the table."""
        self._waiting.setdefault(table, {})[match] = _WaitingFile(match, chain, path)
        self._woken.set()

    async def next(self) -> VerifiedMatch:
        """Wait for the next file, and return its verdict. A file that cannot be read is skipped."""
        while True:
            if (table := self._first()) is None:
                self._woken.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_S):
                        await self._woken.wait()
                continue
            match, chain, path = self._waiting[table].pop(next(iter(self._waiting[table])))
            began_s = self._now_s()
            finding = await _verified(path, chain)
            self._quotas[table].charge(self._now_s() - began_s, self._now_s())
            if finding is not None:
                return VerifiedMatch(table, match, chain, finding)

    def _first(self) -> str | None:
        """Return the table whose file is verified next; None if there is none that may be."""
        self._waiting = {table: files for table, files in self._waiting.items() if files}
        left = {table: self._quota(table).left(self._now_s()) for table in self._waiting}
        found = max(left, key=left.__getitem__, default=None)
        return found if found is not None and left[found] > 0 else None

    def _quota(self, table: str) -> Quota:
        return self._quotas.setdefault(table, Quota(VERIFIED_S, VERIFIED_PER_S))


class _WaitingFile(NamedTuple):
    match: str
    chain: str
    path: Path


async def _verified(path: Path, chain: str) -> FileFinding | None:
    command = [sys.executable, "-m", "table", "verify", "--json", "--head", chain, str(path)]
    try:  # the event loop that waits for a broker cannot start programs on Windows
        running = subprocess.Popen([*GIVES_WAY, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError as error:
        log.warning("%s cannot be verified: %s", path, error)
        return None
    try:
        printed, _ = await asyncio.to_thread(running.communicate, timeout=PATIENCE_S)
        verdict = decoded(printed, _Verdict)
    except subprocess.TimeoutExpired:
        log.warning("%s cannot be verified: it takes too long", path)
        return FileFinding(MatchProof.OPEN)
    except msgspec.MsgspecError as error:
        log.warning("%s cannot be verified: %s", path, error)
        return None
    finally:
        if running.poll() is None:
            running.kill()
            running.wait()
    if not verdict.ok:
        return FileFinding(MatchProof.FORGED)
    return FileFinding(MatchProof.PROVED if verdict.proved else MatchProof.OPEN, verdict.outcome)
