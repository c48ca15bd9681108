"""The real program in a process of its own, with its own state and its own temporary folder. It reads /proc: Linux."""

import os
import re
import signal
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue

from table.devices.service.lines import FIRST_PICTURE
from table.rules.errors import ProgramError

PATIENCE_S = 120.0
"""The longest wait for a word of the program, on a machine that has other work. A quiet one takes 4 s."""
ENDS_S = 20.0
"""The longest wait for its end. A quiet machine takes 2 s."""
CONFIG = "table.toml"
"""The name of the configuration in the program's folder."""
SAYS_S = 1.0
"""The time in which a program that does not end says where its threads are."""
BUT = ", but: "
"""A SilentError tells the words of the program behind this line."""
OURS = (signal.SIGTERM, signal.SIGHUP)
"""The signals that are heeded last and first; Python itself heeds Ctrl-C."""
MODULE = "lab.campaigns.ends.with_window"


class SilentError(ProgramError, RuntimeError):
    """The program did not say what it should. The message has what it said instead."""


class EndedProgram:
    """This program has ended."""

    def __init__(self, status: int | None, said: str, *, hides: bool = False) -> None:
        """`status` is None if it had to be killed; `hides` is true if its terminal does not show what is typed."""
        self.status, self.said, self.hides = status, said, hides


class LivingProgram:
    """A process of `command-table`. What it says is kept; nothing that it writes makes it wait."""

    def __init__(self, process: subprocess.Popen[str], temporary: Path, terminal: int | None = None) -> None:
        """`terminal` is the other end of the terminal at which it reads, if there is one."""
        self._process, self._terminal = process, terminal
        self.temporary = temporary
        self._said: list[str] = []
        self._new: Queue[str] = Queue()
        self._listeners = [
            threading.Thread(target=self._listen, args=(stream,), daemon=True)
            for stream in (process.stdout, process.stderr)
            if stream is not None
        ]
        for listener in self._listeners:
            listener.start()

    def heeds_signals(self) -> None:
        """Wait until the program has handlers of its own: what comes before is Python's start, not ours."""
        self._until(lambda: all(self._caught() >> each - 1 & 1 for each in OURS), "it does not heed signals")

    def hides_typing(self) -> None:
        """Wait until it has told its terminal not to show what is typed."""
        self._until(self._hides, "it asks for nothing")

    def says(self, words: str) -> None:
        """Wait until it says these words, on either of its outputs. Raises SilentError."""
        until_s = time.monotonic() + PATIENCE_S
        while (left_s := until_s - time.monotonic()) > 0:
            try:
                if words in self._new.get(timeout=min(left_s, 0.2)):
                    return
            except Empty:
                if self._process.poll() is not None and self._new.empty():
                    break
        raise SilentError(f"it never said {words!r}{BUT}{''.join(self._said[-20:])}")

    def shows(self) -> None:
        """Wait for its first picture."""
        self.says(FIRST_PICTURE)

    def types(self, line: str) -> None:
        """Write a line onto its console."""
        if self._process.stdin is not None:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def does(self, line: str) -> None:
        """Write a line, and wait until the console has done it."""
        self.types(line)
        self.says("ok")

    def send(self, number: int) -> None:
        self._process.send_signal(number)

    def ended(self) -> EndedProgram:
        """Wait for its end. One that does not end is killed, once it has said where its threads are."""
        try:
            status: int | None = self._process.wait(ENDS_S)
        except subprocess.TimeoutExpired:
            status = None
            self._process.send_signal(signal.SIGUSR2)
            with suppress(subprocess.TimeoutExpired):  # what it says of its threads is read meanwhile
                self._process.wait(SAYS_S)
            self._process.kill()
            self._process.wait()
        with suppress(OSError, AttributeError):  # a program of its own, whose input this is, ends with it
            self._process.stdin.close()  # type: ignore[union-attr]
        for listener in self._listeners:
            listener.join(ENDS_S)
        return EndedProgram(status, "".join(self._said), hides=self._hides())

    def _hides(self) -> bool:
        return self._terminal is not None and not termios.tcgetattr(self._terminal)[3] & termios.ECHO

    def _listen(self, stream: Iterable[str]) -> None:
        for line in stream:
            self._said.append(line)
            self._new.put(line)

    def _caught(self) -> int:
        """Return the signals that the process has handlers for, a bit each."""
        try:
            status = Path(f"/proc/{self._process.pid}/status").read_text("ascii")
        except OSError:
            return 0
        found = re.search(r"^SigCgt:\s+([0-9a-f]+)$", status, re.MULTILINE)
        return 0 if found is None else int(found[1], 16)

    def _until(self, holds: Callable[[], bool], why: str) -> None:
        until_s = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > until_s or self._process.poll() is not None:
                raise SilentError(f"{why}: {''.join(self._said[-20:])}")
            time.sleep(0.002)


@contextmanager
def program(folder: Path, *arguments: str, command: str = "run", terminal: bool = False) -> Iterator[LivingProgram]:
    """Start a command of the program with its state and its temporary folder in this folder; a table has a console.

    `terminal` has it read at a terminal of its own.
    """
    temporary = folder / "temporary"
    temporary.mkdir(exist_ok=True)
    config = folder / CONFIG
    config.write_text(
        f'[state]\nfolder = "{folder / "state"}"\n[sound]\nmute = true\n[web]\nspectators = "now"\noperations = true\n'
        f'[hall]\nbroker = "127.0.0.1"\nport = 1\ntable = "table-1"\npassword_file = "{config}"\n'
    )
    table = command == "run" and "--script" not in arguments
    how = ("--config", str(config), "--console", *arguments) if table else arguments
    ours, theirs = os.openpty() if terminal else (None, subprocess.PIPE)
    own = {"TMPDIR": str(temporary), "XDG_STATE_HOME": str(folder / "home")}
    process = subprocess.Popen(
        [sys.executable, "-m", MODULE, command, *how],
        cwd=folder,
        env={**os.environ, **own, "SDL_VIDEODRIVER": "dummy", "PYTHONUNBUFFERED": "1"},
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=terminal,
    )
    try:
        yield LivingProgram(process, temporary, ours)
    finally:
        process.kill()
        process.wait()
        for end in () if ours is None else (ours, theirs):
            os.close(end)
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError, AttributeError):  # its other end is gone
                stream.close()  # type: ignore[union-attr]
