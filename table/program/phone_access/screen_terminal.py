"""The terminal of a table whose screen is a browser: it shows the code for the browser, and admits the browser."""

import sys
import threading
from collections import deque
from collections.abc import Callable

from table.devices.threads import Worker
from table.rules.text import Text, text
from table.session.phones.phone_ways import WORDS, PhoneWay
from table.session.ports import HelperAct, TerminalOnPhone
from table.view.published import PhoneState, ScreenRole
from table.words import Words
from table.words.terminal import print_line
from table.words.terminal_code import print_code

LOOK_S = 0.2
"""The seconds between two checks of the browser's progress."""
PATIENT_LOOKS = 25
"""The number of checks without a code until the terminal prints possible reasons."""
YES = "y"


class ScreenTerminal:
    """Prints the progress of the browser's admission, and reads the answer of the person at the terminal."""

    def __init__(
        self,
        way: Callable[[], PhoneWay | None],
        send: Callable[[TerminalOnPhone], None],
        in_network: Callable[[], bool],
        words: Words,
    ) -> None:
        """`way` returns the progress of the browser's admission.

        `in_network` is false if this computer is in no network.
        """
        self._way, self._send, self._in_network, self._words = way, send, in_network, words
        self._typed: deque[str] = deque()
        self._seen: PhoneWay | None = None
        self._without = 0
        self._pause: Callable[[float], bool] = lambda _: False

    def start(self, failed: Callable[[str, BaseException], None]) -> Worker:
        """Start the watching and the reading thread. Return the watching one, which the caller has to stop."""
        worker = Worker("screen's terminal", self._work, failed)
        self._pause = worker.pause
        threading.Thread(target=self._read, name="terminal's input", daemon=True).start()
        worker.start()
        return worker

    def type(self, line: str) -> None:
        """Take a line that was typed. Any thread."""
        self._typed.append(line)

    def look(self) -> None:
        """Print what has changed, and act on what was typed."""
        now = self._way()
        self._without = 0 if now is not None else self._without + 1
        if self._without == PATIENT_LOOKS:
            self._print(text("phone.terminal.no_code" if self._in_network() else "phone.no_network"))
        if now != self._seen:
            self._typed.clear()  # it answered something else
            self._seen = now
            if now is not None:
                self._report(now)
        elif self._typed and now is not None and now.state is PhoneState.KNOCKING:
            yes = self._typed.popleft().strip().lower() == YES
            self._send(TerminalOnPhone(ScreenRole.SCREEN, HelperAct.ACCEPT if yes else HelperAct.AWAY, now.guest))
        elif self._typed and now is not None and now.state is PhoneState.USED_UP:
            self._typed.clear()
            self._send(TerminalOnPhone(ScreenRole.SCREEN, HelperAct.INVITE))

    def _report(self, way: PhoneWay) -> None:
        match way.state:
            case PhoneState.INVITED:
                print_code(way.address, self._words.language)
                self._print(text("phone.terminal.scan.screen"))
            case PhoneState.KNOCKING:
                first, second = (text(f"phone.word.{number % WORDS:02}") for number in way.words)
                self._print(text("phone.terminal.compare.screen", first=first, second=second))
            case PhoneState.USED_UP:
                self._print(text("phone.terminal.used_up.screen"))
            case PhoneState.HELD:
                if not way.kept:
                    self._print(text("phone.terminal.in.screen"))
            case PhoneState.ASKED:
                pass

    def _print(self, words: Text) -> None:
        print_line(self._words.say(words))
        sys.stdout.flush()

    def _work(self) -> None:
        self.look()
        self._pause(LOOK_S)

    def _read(self) -> None:
        for line in sys.stdin:
            self.type(line)
