"""An evening of two players: `command-table evening` on a screen, and two phones that scan its codes."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from hal.events import Button
from lab.figure import NotMeasuredError
from lab.figures.evening.screens import DesktopScreen, EveningScreen
from lab.figures.evening.seen_codes import codes_on
from lab.figures.evening.socket_phone import PATIENCE_S, SocketPhone
from table.rules.seats import BLUE, RED, SEATS, Seat

PROGRAM = "table"
SETTINGS = {"SDL_AUDIODRIVER": "dummy", "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": ""}
"""The environment of the program. Bytecode is kept, as an installed program has it."""
GAME = "legion_2024"
LOOK_S = 0.05
HOLD_KEY = Button.CONFIRM
CONFIRMED_S = 1.5
"""The seconds in which a confirmed phone is let in."""


class TwoPhones:
    """An evening of two players. `acts` lists their acts, in their order."""

    def __init__(self, folder: Path, screen: EveningScreen | None = None, program: str = PROGRAM) -> None:
        """`screen` is the table's; by default a window. `program` is the module that is run."""
        self._folder = folder
        self._command = (sys.executable, "-m", program, "evening")
        self._screen = DesktopScreen(folder / "screen") if screen is None else screen
        self._program: subprocess.Popen[bytes] | None = None
        self._log = (folder / "log").open("wb")
        self.phones: dict[Seat, SocketPhone] = {}
        self.acts: list[str] = []

    def begin(self) -> float:
        """Run the command, and return the seconds until both codes can be read off the screen."""
        began_s = time.monotonic()
        settings = {**self._screen.settings, **SETTINGS}
        folders = {f"XDG_{each}_HOME": str(self._folder / each) for each in ("STATE", "CONFIG")}
        self._program = subprocess.Popen(
            (*self._command, *self._screen.options),
            env={**os.environ, **settings, **folders},
            stdin=subprocess.PIPE,
            stdout=self._log,
            stderr=self._log,
        )
        self._screen.open(self._program, self._folder / "log")
        self.acts += ["command", *self._screen.acts]
        self.codes(2)
        return time.monotonic() - began_s

    def codes(self, count: int) -> tuple[str, ...]:
        """Return the codes on the screen once there are so many."""
        self.wait(lambda: len(self.seen()) == count, f"there are not {count} codes")
        return self.seen()

    def seen(self) -> tuple[str, ...]:
        """Return the codes on the screen now."""
        with suppress(FileNotFoundError):
            return codes_on(self._screen.pixels())
        return ()

    def sit(self, seat: Seat, address: str) -> None:
        """Scan a code, and confirm its two words at the screen."""
        self.phones[seat] = phone = SocketPhone(address)
        self.acts.append(f"{seat} scans")
        phone.wait(lambda: phone.part("state") == "knocking", "the phone does not knock")
        self.wait(lambda: address not in self.seen(), "the question is not drawn in place of the code")
        self.acts.append(f"{seat} confirms")
        self.wait(lambda: self._confirms(seat, phone), f"{seat}'s phone is not let in")

    def _confirms(self, seat: Seat, phone: SocketPhone) -> bool:
        """Hold the key, again if a busy machine has not counted it as held."""
        self.press(seat, HOLD_KEY)
        with suppress(NotMeasuredError):
            phone.wait(lambda: phone.is_in, "not yet", CONFIRMED_S)
        return phone.is_in

    def choose_match(self) -> None:
        """Choose the game and both armies, each on a phone."""
        self.phones[BLUE].answer("system", GAME)
        self.acts.append("blue chooses the game")
        for seat in SEATS:
            phone = self.phones[seat]
            phone.wait(lambda phone=phone: phone.question("list") is not None, "no list is offered")  # type: ignore[misc]
            offered = (phone.question("list") or {})["options"]
            phone.answer("list", offered[seat is RED]["id"])
            self.acts.append(f"{seat} chooses an army")

    def lay(self, seat: Seat) -> str:
        """Choose a card on the phone, which lies face down then: blue's first, or red's last, which is another one."""
        phone = self.phones[seat]
        phone.wait(lambda: any(each["kind"] == "card" for each in phone.asked()), "no card is asked for")
        card = [each["id"] for each in phone.part("cards")["hand"] if each["now"]][-(seat is RED)]
        phone.lay(card)
        self.acts.append(f"{seat} chooses a card")
        return str(card)

    def lock(self, seat: Seat) -> None:
        phone = self.phones[seat]
        phone.answer(next(each["key"] for each in phone.asked() if each["kind"] == "card"))
        self.acts.append(f"{seat} locks")

    def reveal(self) -> dict[Seat, str]:
        """Let both players lay a card and lock it. Return the cards, once they are revealed."""
        laid = {seat: self.lay(seat) for seat in SEATS}
        for seat in SEATS:
            self.lock(seat)
        self.wait_for_reveal()
        return laid

    def wait_for_reveal(self, number: int = 1) -> None:
        for phone in self.phones.values():
            phone.wait(lambda phone=phone: phone.now.get("moment", [0])[0] >= number, "nothing is revealed")  # type: ignore[misc]

    def press(self, seat: Seat, button: Button) -> None:
        """Hold a seat's key at the screen."""
        self._screen.hold(seat, button)

    def picture(self, file: Path) -> None:
        """Write a picture of the screen, in the format of the file's name."""
        import pygame

        pygame.image.save(pygame.image.frombytes(*self._screen.pixels(), "RGB"), file)

    def kill_web(self) -> None:
        """Kill the web program beside the table."""
        if self._program is None:
            raise NotMeasuredError("the program does not run")
        children = Path(f"/proc/{self._program.pid}/task/{self._program.pid}/children")
        tasks = children.parent.parent
        found = {int(each) for task in tasks.iterdir() for each in (task / "children").read_text("ascii").split()}
        if len(found) != 1:
            raise NotMeasuredError(f"the table has {len(found)} children")
        os.kill(found.pop(), signal.SIGKILL)

    def kill_table(self) -> None:
        if self._program is not None:
            self._program.kill()
            self._program.communicate()

    def wait(self, holds: Callable[[], bool], what: str) -> None:
        until_s = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > until_s:
                self._log.flush()
                raise NotMeasuredError(f"{what}: {(self._folder / 'log').read_text('utf-8')[-2000:]}")
            time.sleep(LOOK_S)

    def end(self) -> None:
        """End the program as its service manager does."""
        if self._program is not None:
            self._program.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._program.communicate(timeout=PATIENCE_S)
        self._program = None

    def close(self) -> None:
        for phone in self.phones.values():
            phone.end()
        self.end()
        self._screen.close()
        self._log.close()


def evening_folder() -> "tempfile.TemporaryDirectory[str]":
    """Return a short folder for an evening: the path of a socket is limited."""
    return tempfile.TemporaryDirectory(prefix="ct")
