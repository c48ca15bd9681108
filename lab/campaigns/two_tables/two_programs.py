"""Two tables in real time: two programs of `command-table run`, with a plain pipe between their sockets.

Bots play at both from the console, as people type. One program is killed in the middle and started again.
"""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from table.games.table_games import TableGames
from table.records.matches import opened
from table.records.two_tables.pair_file import verify_pair_file
from table.rules.errors import ProgramError
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.view.far_frames import LENGTH_BYTES, SOCKET, FarKind, framed

ONLINE = framed(FarKind.NOTE, b'{"online":true,"v":1}')
STEP_S, START_S = 300.0, 60.0
LOOK_S = 0.1
ACTS, MORE_ACTS = 12, 16
SETTLE = "wait 3s"
"""The bots' last acts become batches meanwhile. A table that is still busy would refuse the next act."""
JOINS = "--join "
CONFIG = """
[far]
url = "mqtts://relay.example:8883"
[state]
folder = "{folder}"
[dispenser]
port = "none"
[sound]
mute = true
"""


class NotDoneError(ProgramError, RuntimeError):
    """A program does not do its step in time."""


class PlayedForReal(NamedTuple):
    """The result of a match in real time."""

    alike: bool
    ended: bool
    verified: bool
    why: str = ""

    @property
    def ok(self) -> bool:
        return self.alike and self.ended and self.verified


class ConsoleTable:
    """A table's program with its console and its socket."""

    def __init__(self, seat: Seat, folder: Path) -> None:
        self.seat, self._state = seat, folder / str(seat)
        self._config, self._log = folder / f"{seat}.toml", folder / f"{seat}.log"
        self._config.write_text(CONFIG.format(folder=self._state))
        self._program: subprocess.Popen[str] | None = None
        self._done = 0

    def start(self, *options: str) -> None:
        """Start the program without a display."""
        env = os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        command = (sys.executable, "-m", "table", "run", "--config", str(self._config), "--console")
        with self._log.open("a") as log:
            self._program = subprocess.Popen(
                (*command, *options), stdin=subprocess.PIPE, stdout=log, stderr=subprocess.STDOUT, env=env, text=True
            )

    @property
    def output(self) -> str:
        """Return everything that the program has written."""
        return self._log.read_text()

    @property
    def last_line(self) -> str:
        return (self.output.splitlines() or ["nothing"])[-1]

    def code(self) -> str:
        """Return the code of the invitation. Raises NotDoneError."""
        waited(lambda: JOINS in self.output, START_S, f"{self.seat}: no code")
        return self.output.split(JOINS)[1].split()[0]

    def connect(self) -> socket.socket:
        """Return a connection with the table's socket. Raises NotDoneError."""
        path = self._state / "far" / SOCKET
        client = socket.socket(socket.AF_UNIX)

        def reached() -> bool:
            with suppress(OSError):
                client.connect(str(path))
                return True
            return False

        waited(reached, START_S, f"{self.seat}: no socket")
        client.sendall(ONLINE)
        return client

    def types(self, words: str) -> None:
        """Send a line of a script to the console."""
        if self._program is not None and self._program.stdin is not None:
            self._program.stdin.write(words + "\n")
            self._program.stdin.flush()

    def done(self) -> None:
        """Wait until the console has done one line more. Raises NotDoneError."""
        self._done += 1
        waited(lambda: self._oks() >= self._done, STEP_S, f"{self.seat}: line {self._done} is not done")

    def _oks(self) -> int:
        return sum(line == "ok" for line in self.output.splitlines())

    def kill(self) -> None:
        """End the program at once."""
        if self._program is not None:
            self._program.kill()
            self._program.wait()
            if self._program.stdin is not None:
                self._program.stdin.close()

    def stop(self) -> None:
        if self._program is not None and self._program.poll() is None:
            self._program.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                self._program.wait(START_S)
        self.kill()

    def journal(self) -> tuple[bytes, ...]:
        journal = opened(self._state)
        if journal is None:
            return ()
        batches = tuple(journal.batches())
        journal.close()
        return batches

    def match_file(self) -> bytes:
        """Return the file with both signatures, or nothing."""
        return b"".join(path.read_bytes() for path in (self._state / "archive").glob("*.two.jsonl"))


def waited(condition: Callable[[], bool], most_s: float, why: str) -> None:
    """Wait until this is true. Raises NotDoneError."""
    until_s = time.monotonic() + most_s
    while not condition():
        if time.monotonic() > until_s:
            raise NotDoneError(f"{why} after {most_s:g} s")
        time.sleep(LOOK_S)


@contextmanager
def piped(*tables: ConsoleTable) -> Iterator[None]:
    """Carry frames between the sockets of both tables while this block runs."""
    ends = [table.connect() for table in tables]
    carriers = [threading.Thread(target=_carry, args=pair, daemon=True) for pair in (ends, ends[::-1])]
    for carrier in carriers:
        carrier.start()
    try:
        yield
    finally:
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for carrier in carriers:
            carrier.join()
        for end in ends:
            end.close()


def _carry(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError), source.makefile("rb") as frames:
        while len(head := frames.read(LENGTH_BYTES)) == LENGTH_BYTES:
            frame = frames.read(int.from_bytes(head))
            if frame[:1] == bytes((FarKind.SEALED,)):
                target.sendall(head + frame)


def both(tables: dict[Seat, ConsoleTable], words: str) -> None:
    """Send a line to both consoles, and wait until both have done it. {seat} is the seat of each.

    Raises NotDoneError.
    """
    for table in tables.values():
        table.types(words.format(seat=table.seat))
    for table in tables.values():
        table.done()


def play_for_real(games: TableGames, system: str, folder: Path) -> PlayedForReal:
    """Play a match of this game's samples between two programs. `folder` is short, since it names sockets."""
    tables = {seat: ConsoleTable(seat, folder) for seat in SEATS}
    lists = games.samples_of(system) or {}
    blue, red = tables[BLUE], tables[RED]
    why = ""
    try:
        blue.start("--system", system, "--far", lists[BLUE])
        red.start("--system", system, "--far", lists[RED], "--join", blue.code())
        with piped(blue, red):
            both(tables, "answer {seat} same to far.words")
            both(tables, f"bots until event Answered {ACTS}")
        red.kill()
        red.start()
        with piped(blue, red):
            both(tables, f"bots until event Answered {MORE_ACTS}")
            both(tables, SETTLE)
            blue.types("answer blue abandon to match.end")
            blue.done()
            red.types("answer red agree to match.agree")
            red.done()
            waited(lambda: b"" != blue.match_file() == red.match_file(), STEP_S, "no file of both tables")
    except (NotDoneError, OSError) as error:
        last = "; ".join(f"{seat}: {table.last_line}" for seat, table in tables.items())
        why = f"{system}: {error} ({last})"
    finally:
        for table in tables.values():
            table.stop()
    ended = bool(blue.match_file()) and b"MatchClosed" in b"".join(blue.journal())
    alike = blue.journal() == red.journal() and blue.match_file() == red.match_file()
    return PlayedForReal(alike, ended, ended and verify_pair_file(blue.match_file(), games).ok, why)
