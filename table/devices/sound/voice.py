"""The voice, on a thread of its own: processes of espeak-ng speak one text after the other. Nothing waits for them."""

import logging
import queue
import shutil
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

from hal.events import Fault, PartEvent, PartFailed, PartWorks
from table.devices.threads import Worker

log = logging.getLogger(__name__)

NAME = "speech"
PROGRAM = "espeak-ng"
PACKAGE = "espeak-ng"
"""The Debian package of the program."""
MOST_WAITING = 3
"""The most lines that wait to be spoken. Older lines are dropped, since they are no longer news."""
LONGEST_S = 30.0
"""The longest time for one text; then its process is ended."""
JOIN_S = 0.1


def voice_there() -> str | None:
    """Return the path of the program that speaks, or None."""
    return shutil.which(PROGRAM)


class Voice:
    """Speaks text. Without the program, or switched off, it is silent and has no thread."""

    def __init__(
        self,
        on: bool,
        words_per_minute: int,
        failed: Callable[[str, BaseException], None] = lambda _, __: None,
        report: Callable[[PartEvent], None] = lambda _: None,
    ) -> None:
        """`failed` gets the errors of the thread, on the thread itself, and `report` the fault of a missing program."""
        program = voice_there() if on else None
        self.missing = on and program is None
        """True if speech is on but the program is missing."""
        self._command = [program or PROGRAM, "-s", str(words_per_minute)]
        self.silent = program is None
        self._report, self._faulty = report, False
        self._waiting: queue.Queue[tuple[str, str] | None] = queue.Queue(MOST_WAITING)
        self._worker = Worker(NAME, self._work, failed)
        self._process: subprocess.Popen[bytes] | None = None
        self._started = False
        self._closing = threading.Event()

    def speak(self, lines: Sequence[str], language: str) -> None:
        """Queue these lines for speech, without waiting. Main thread only."""
        if self.silent or not lines:
            return
        if not self._started:
            self._started = True
            self._worker.start()
        self._put((language, "\n".join(lines)))

    def close(self, patience_s: float = JOIN_S) -> None:
        """Stop the current speech and the thread. Main thread only."""
        self._worker.stop()
        self._closing.set()
        if not self._started:
            return
        self._put(None)
        if (process := self._process) is not None:
            process.kill()
        self._worker.join(patience_s)

    def _put(self, words: tuple[str, str] | None) -> None:
        while True:
            try:
                self._waiting.put_nowait(words)
            except queue.Full:
                with suppress(queue.Empty):  # it is being said
                    self._waiting.get_nowait()
            else:
                return

    # -- on its own thread -------------------------------------------------------------------------------------------

    def _work(self) -> None:
        """Wait for one text, and speak all of it."""
        self._worker.pulse.rest()
        if (words := self._waiting.get()) is None or self.silent:
            return
        language, spoken = words
        try:
            self._say([*self._command, "-v", language, "--stdin"], spoken.encode())
        except OSError as error:
            if not self._faulty:
                log.warning("%s cannot be started, and the table stays silent: %s", PROGRAM, error)
                self._report(PartFailed(Fault("program.no_speech", PROGRAM, error.strerror or str(error))))
            self._faulty = True
        else:
            if self._faulty:
                self._report(PartWorks(PROGRAM))
            self._faulty = False

    def _say(self, command: Sequence[str], spoken: bytes) -> None:
        quiet = subprocess.DEVNULL
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet) as process:
            self._process = process
            if self._closing.is_set():
                process.kill()  # whoever closes may have looked before it was there
            try:
                process.communicate(spoken, LONGEST_S)
            except subprocess.TimeoutExpired:
                log.warning("%s did not come to an end, and was ended", PROGRAM)
                process.kill()
            finally:
                self._process = None
