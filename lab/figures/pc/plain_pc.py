"""The shipped program at a plain PC: its commands, its state, and two readers on which cards are laid."""

import hashlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from hal.plugged.pcsc_readers import real_daemon
from hal.readers.pcsc.service import ReaderFlags
from lab.figure import NotMeasuredError
from lab.figures.pc.desktop import Desktop
from sim_hardware.nfc.field import Antenna
from sim_hardware.nfc.pcsc.real_daemon import NAME, RealDaemon, until
from sim_hardware.nfc.pcsc.virtual_card import VirtualCard
from sim_hardware.nfc.tags import NTAG213, Ntag
from table.devices.judge_socket import JudgeStatus, NoTableError, asked
from table.devices.service.lines import READY
from table.rules.seats import BLUE, SEATS, Seat

PATIENCE_S = 60.0
ASKED, ENROLLED = "Lay this card on a reader: ", " is enrolled (tag "


class PlainPc:
    """A user's account with nothing configured, two card readers on USB, and a desktop."""

    def __init__(self, folder: Path, daemon: RealDaemon, desktop: Desktop) -> None:
        self.folder, self.daemon, self.desktop = folder, daemon, desktop
        self.config = folder / "config/command-table/table.toml"
        self.state = folder / "state/command-table"
        self.environment: Mapping[str, str] = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "LC_"))},
            "DISPLAY": desktop.display,
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
            "LANG": "C.UTF-8",
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_STATE_HOME": str(folder / "state"),
        }
        self._made = 0
        self.lying: dict[Seat, VirtualCard] = {}

    def command(self, *words: str) -> str:
        """Run a command to its end, and return what it printed. Raises NotMeasuredError if it fails."""
        done = subprocess.run(
            self._words(words),
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise NotMeasuredError(f"{' '.join(words)}: {done.stdout}{done.stderr}")
        return done.stdout

    def begun(self, *words: str) -> "PcProgram":
        """Start a command."""
        self._made += 1
        return PcProgram(self._words(words), self.environment, self.folder / f"{self._made}.log")

    def _words(self, words: Iterable[str]) -> list[str]:
        return [sys.executable, "-m", "table", *words]

    def new_tag(self) -> Antenna:
        self._made += 1
        return Ntag(bytes([4, *self._made.to_bytes(2, "big"), 0x5A, 0x5B, 0x5C, 0x5D]), NTAG213)

    def lay(self, seat: Seat, tag: Antenna) -> None:
        """Lay a card on the seat's reader, in place of the one that lies there. Blue's is the first of both."""
        self.lift(seat)
        card = VirtualCard(self.daemon.port + SEATS.index(seat), tag)
        if not until(lambda: _laid(card), PATIENCE_S):
            raise NotMeasuredError("the virtual reader takes no card")
        self.lying[seat] = card

    def lift(self, seat: Seat) -> None:
        if (card := self.lying.pop(seat, None)) is not None:
            card.lift()

    def enrol(self, cards: Iterable[str]) -> dict[str, Antenna]:
        """Enrol these cards with new tags on blue's reader. Return the tags by the cards' ids."""
        wanted = tuple(cards)
        self._made += 1
        enrolling = self.begun("cards", "enrol", "--set", f"{self._made}", *(f"--card={card}" for card in wanted))
        tags: dict[str, Antenna] = {}
        try:
            for number, card in enumerate(wanted, 1):
                enrolling.wait(lambda: enrolling.log.count(ASKED) == number, "asks for no card")  # noqa: B023
                tags[card] = self.new_tag()
                self.lay(BLUE, tags[card])
                enrolling.wait(lambda: enrolling.log.count(ENROLLED) == number, "enrols no card")  # noqa: B023
                self.lift(BLUE)
            if enrolling.status():
                raise NotMeasuredError(f"the enrolment fails: {enrolling.log}")
        finally:
            enrolling.kill()
        return tags

    def lose_daemon(self) -> None:
        """Kill the daemon, and both readers with it. The cards stay where they are."""
        self.daemon.kill()

    def find_daemon(self, running: "PcProgram") -> None:
        """Start the daemon again. The cards still lie on their readers.

        Other than a real reader, a virtual one has no card until that is connected: the program is suspended meanwhile.
        """
        resting = {seat: card.tag for seat, card in self.lying.items()}
        with running.suspended():
            self.daemon.start()
            for seat, tag in resting.items():
                self.lay(seat, tag)
            service = real_daemon()
            try:
                for seat in resting:
                    reader = f"{NAME} 00 {SEATS.index(seat):02d}"
                    if not until(lambda: ReaderFlags.PRESENT in service.state(reader).flags, PATIENCE_S):  # noqa: B023
                        raise NotMeasuredError(f"the daemon sees no card in {reader}")
            finally:
                service.close()

    def look(self) -> JudgeStatus | None:
        """Return the running table's questions and view; None while it does not accept connections."""
        try:
            return asked(self.state, "look")
        except NoTableError:
            return None

    def files(self) -> dict[str, str]:
        """Return the digest of each configuration file of this account."""
        return {
            str(file): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in (self.folder / "config").rglob("*.toml")
        }


class PcProgram:
    """A running command. Its output goes into a file."""

    def __init__(self, words: list[str], environment: Mapping[str, str], file: Path) -> None:
        self._file = file
        with file.open("wb") as log:
            self._process = subprocess.Popen(
                words, env=environment, stdin=subprocess.PIPE, stdout=log, stderr=subprocess.STDOUT
            )

    @property
    def log(self) -> str:
        return self._file.read_text("utf-8", "replace")

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def wait(self, holds: Callable[[], bool], otherwise: str) -> None:
        """Wait in real time until this holds. Raises NotMeasuredError with the program's output."""
        if not until(holds, PATIENCE_S):
            raise NotMeasuredError(f"it {otherwise}: {self.log}")

    def wait_until_ready(self) -> None:
        self.wait(lambda: READY in self.log, "is not ready")

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Suspend the program within."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def status(self) -> int:
        """Wait for the end, and return the exit status."""
        self.wait(lambda: self.ended, "does not end")
        return self._process.wait()

    def kill(self) -> None:
        """Kill the program if it still runs."""
        if not self.ended:
            self._process.kill()
        self._process.communicate()  # this closes its input


def _laid(card: VirtualCard) -> bool:
    try:
        card.lay()
    except OSError:
        return False
    return True
