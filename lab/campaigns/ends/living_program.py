"""The real program in its own process, with its own state and temporary folder. This needs /proc, so Linux."""

import os
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

from lab.local_machine import status_of
from table.devices.service.lines import READY
from table.rules.errors import ProgramError

PATIENCE_S = 120.0
"""The longest wait for an output of the program on a busy machine. A quiet machine takes 4 s."""
ENDS_S = 20.0
"""The longest wait for the program's end. A quiet machine takes 2 s."""
CONFIG = "table.toml"
"""The name of the configuration in the program's folder."""
SPEAKS_S = 1.0
"""The time in which a program that does not end prints its threads."""
BUT = ", but: "
"""The text between the reason of a SilentError and the output of the program."""
OURS = (signal.SIGTERM, signal.SIGHUP)
"""The signals whose handlers are installed last and first; Python itself handles Ctrl-C."""
MODULE = "lab.campaigns.ends.with_window"


class SilentError(ProgramError, RuntimeError):
    """The program did not print an expected text. The message contains its output."""


class EndedProgram:
    """The result of a program that has ended."""

    def __init__(self, status: int | None, output: str, *, input_hidden: bool = False) -> None:
        """`status` is None if the program had to be killed; `hides` is true if its terminal does not echo input."""
        self.status, self.output, self.input_hidden = status, output, input_hidden


class LivingProgram:
    """A process of `command-table`. Its output is read and kept, so that it never blocks on a pipe."""

    def __init__(self, process: subprocess.Popen[str], temporary: Path, terminal: int | None = None) -> None:
        """`terminal` is the other end of the program's terminal, if it has one."""
        self._process, self._terminal = process, terminal
        self.temporary = temporary
        self._output: list[str] = []
        self._new: Queue[str] = Queue()
        self._listeners = [
            threading.Thread(target=self._listen, args=(stream,), daemon=True)
            for stream in (process.stdout, process.stderr)
            if stream is not None
        ]
        for listener in self._listeners:
            listener.start()

    def wait_for_handlers(self) -> None:
        """Wait until the program has installed its signal handlers. Before that, Python's start would be tested."""
        self._until(lambda: all(self._caught() >> each - 1 & 1 for each in OURS), "it does not heed signals")

    def wait_for_hidden_input(self) -> None:
        """Wait until the program has switched off its terminal's echo."""
        self._until(self._input_hidden, "it asks for nothing")

    def wait_for_output(self, words: str) -> None:
        """Wait until the program prints these words on one of its outputs. Raises SilentError."""
        until_s = time.monotonic() + PATIENCE_S
        while (left_s := until_s - time.monotonic()) > 0:
            try:
                if words in self._new.get(timeout=min(left_s, 0.2)):
                    return
            except Empty:
                if self._process.poll() is not None and self._new.empty():
                    break
        raise SilentError(f"it never said {words!r}{BUT}{''.join(self._output[-20:])}")

    def wait_until_ready(self) -> None:
        """Wait until whoever connects is served."""
        self.wait_for_output(READY)

    def type_line(self, line: str) -> None:
        """Write a line to its console."""
        if self._process.stdin is not None:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def execute(self, line: str) -> None:
        """Write a line, and wait until the console has executed it."""
        self.type_line(line)
        self.wait_for_output("ok")

    def send(self, number: int) -> None:
        self._process.send_signal(number)

    def ended(self) -> EndedProgram:
        """Wait for the end. A program that does not end prints its threads, and is killed."""
        try:
            status: int | None = self._process.wait(ENDS_S)
        except subprocess.TimeoutExpired:
            status = None
            self._process.send_signal(signal.SIGUSR2)
            with suppress(subprocess.TimeoutExpired):  # meanwhile the dump of its threads is read
                self._process.wait(SPEAKS_S)
            self._process.kill()
            self._process.wait()
        with suppress(OSError, AttributeError):  # a child process that shares this input ends with it
            self._process.stdin.close()  # type: ignore[union-attr]
        for listener in self._listeners:
            listener.join(ENDS_S)
        return EndedProgram(status, "".join(self._output), input_hidden=self._input_hidden())

    def _input_hidden(self) -> bool:
        return self._terminal is not None and not termios.tcgetattr(self._terminal)[3] & termios.ECHO

    def _listen(self, stream: Iterable[str]) -> None:
        for line in stream:
            self._output.append(line)
            self._new.put(line)

    def _caught(self) -> int:
        """Return the bit mask of the signals that the process handles."""
        return int(status_of(self._process.pid, "SigCgt") or "0", 16)

    def _until(self, holds: Callable[[], bool], why: str) -> None:
        until_s = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > until_s or self._process.poll() is not None:
                raise SilentError(f"{why}: {''.join(self._output[-20:])}")
            time.sleep(0.002)


@contextmanager
def program(folder: Path, *arguments: str, command: str = "run", terminal: bool = False) -> Iterator[LivingProgram]:
    """Start a command of the program, with its state and its temporary folder in this folder. A table has a console.

    `terminal` gives the program its own terminal.
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
            with suppress(OSError, AttributeError):  # its other end is closed
                stream.close()  # type: ignore[union-attr]
