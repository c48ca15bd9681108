"""Put the firmware onto a Pico through `mpremote`, ask for its version, and test its hoppers."""

import importlib.util
import logging
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import firmware_bridge
from firmware_bridge import wire
from hal.dispenser import Link, Port, PortError, open_serial
from hal.events import DispenserDown, DispenserEvent, DispenserUp, PayOut, PayoutEnded, PayoutUnknown, TokenLate
from table.program.firmware import pins
from table.rules.errors import DeviceError

MAIN = "from firmware_bridge.firmware import pico\n\npico.start()\n"
PATIENCE_S = 8.0
PAYOUT_S = 15.0
LATE_S = 2.5
"""The wait for late tokens after a payout. The link asks for them once a second."""
CONSOLE_S = 1.0
"""The longest time that our firmware takes to answer; MicroPython's console never answers."""
RESET_S = 3.0
"""The time in which the Pico restarts after `console` and its port returns."""
COPY_S = 120.0
"""The limit for copying, which takes about 15 s. `mpremote` itself waits for ever for a device that is stuck."""
INTERRUPT = b"\r\x03\x03\r\x02"
"""Tell MicroPython to stop its program, to leave the raw console, and to print its banner and prompt."""
PROMPT = re.compile(rb">>> ?$")
LATE = "late"


log = logging.getLogger(__name__)


class PicoError(DeviceError, OSError):
    """The Pico did not do what was asked. `code` is a fault code with advice in the catalogues, or empty."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


def stage(folder: Path, wiring: Path | None) -> None:
    """Write everything that goes onto the Pico into a folder, as it will lie there."""
    source = Path(firmware_bridge.__file__).parent
    package = folder / "firmware_bridge"
    (package / "firmware").mkdir(parents=True)
    for name in ("__init__.py", "wire.py"):
        shutil.copy(source / name, package / name)
    for file in sorted((source / "firmware").glob("*.py")):
        shutil.copy(file, package / "firmware" / file.name)
    if wiring is not None:
        shutil.copy(wiring, package / "firmware" / "wiring.py")
    (folder / "main.py").write_text(MAIN, "utf-8")


def install(port: str, wiring: Path | None, wait: Callable[[float], None] = time.sleep) -> None:
    """Copy the firmware onto the Pico. Its memory of jobs stays. Raises PicoError."""
    if importlib.util.find_spec("mpremote") is None:
        raise PicoError("", "mpremote is not installed: python -m pip install mpremote")
    with tempfile.TemporaryDirectory() as folder:
        try:
            stage(Path(folder), wiring)
            hoppers = pins.read(Path(folder) / "firmware_bridge" / "firmware" / "wiring.py")
        except OSError as error:
            raise PicoError("", f"the firmware's files cannot be gathered: {error}") from error
        except pins.WiringError as error:
            raise PicoError("", f"{wiring or 'wiring.py'}: {error}") from error
        log.info("%d hoppers are wired", len(hoppers))
        if _gives_its_console(port):
            wait(RESET_S)
        copy = ("fs", "cp", "-r", f"{folder}/firmware_bridge", ":", "+", "fs", "cp", f"{folder}/main.py", ":main.py")
        if not _copied([sys.executable, "-m", "mpremote", "connect", port, *copy, "+", "reset"]):
            raise PicoError(
                "", "mpremote could not copy the files. Is MicroPython on the Pico, and nothing else on its port?"
            )


def _copied(command: Sequence[str]) -> bool:
    try:
        return subprocess.run(command, check=False, timeout=COPY_S).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def _gives_its_console(port: str) -> bool:
    """Get MicroPython's console, and end our firmware if it runs there. Raises PicoError."""
    try:
        opened = open_serial(port)
    except PortError as error:
        raise PicoError(error.code, error.detail) from error
    try:
        opened.write(wire.encode("console", 1))
        answer = _answer(opened)
        prompts = answer == [] and _prompts(opened)
    except OSError as error:
        raise PicoError("dispenser.unplugged", str(error)) from error
    finally:
        opened.close()
    if answer[:1] == ["no"]:
        raise PicoError("", "a disc is turning still, or a token falling: try again in a moment")
    if not (answer or prompts):
        raise PicoError(
            "",
            f"neither this firmware nor MicroPython answers on {port}. Is it the Pico's port? If so, put MicroPython on"
            " it: hold BOOTSEL, plug the Pico in, copy MicroPython's .uf2 onto the drive that appears",
        )
    return answer[:1] == ["ok"]


def _prompts(opened: Port) -> bool:
    """True if MicroPython's console is there and waits for input."""
    opened.write(INTERRUPT)
    said = b""
    until_s = time.monotonic() + CONSOLE_S
    while (left_s := until_s - time.monotonic()) > 0:
        said += opened.read(left_s)
        if PROMPT.search(said):
            return True
    return False


def _answer(opened: Port) -> list[str]:
    """Return the words of the first `ok` or `no`, or none. The echo of a console is neither."""
    reader = wire.LineReader()
    until_s = time.monotonic() + CONSOLE_S
    while (left_s := until_s - time.monotonic()) > 0:
        for words in reader.feed(opened.read(left_s)):
            if words[0] in ("ok", "no"):
                return words
    return []


def greeting(port: str) -> DispenserUp:
    """Return the greeting of the dispenser at this port. Raises PicoError."""
    with _PicoLink(port) as bench:
        return bench.up()


def self_test(port: str, name: str) -> Iterator[tuple[int, str]]:
    """Pay one token from every hopper, and yield the hopper's number (from 0) and the outcome. Raises PicoError.

    `name` must be new for each test. Tokens that fall after their payout has ended are yielded last, as `late`.
    """
    with _PicoLink(port) as bench:
        for hopper in range(bench.up().hoppers):
            yield hopper, bench.pay_one(f"{name}-{hopper}", hopper)
        yield from ((hopper, tokens(LATE, count)) for hopper, count in sorted(bench.lates(name).items()))


def tokens(outcome: str, count: int) -> str:
    return f"{outcome}, {count} token{'' if count == 1 else 's'}"


class _PicoLink:
    """A link to the dispenser without a session."""

    def __init__(self, port: str) -> None:
        self._link = Link(lambda: open_serial(port))
        self._late: list[TokenLate] = []

    def __enter__(self) -> "_PicoLink":
        return self

    def __exit__(self, *_: object) -> None:
        self._link.close()

    def up(self) -> DispenserUp:
        for event in self._events(PATIENCE_S):
            if isinstance(event, DispenserUp):
                return event
            if isinstance(event, DispenserDown):
                raise PicoError(event.fault.code, event.fault.detail)
        raise PicoError("dispenser.silent", "")

    def pay_one(self, job: str, hopper: int) -> str:
        """Return the outcome, with the number of tokens if it is not one."""
        self._link.request(PayOut(job, hopper, 1))
        for event in self._events(PAYOUT_S):
            if isinstance(event, PayoutEnded):
                outcome = " ".join(word for word in (str(event.outcome), event.reason) if word)
                return outcome if event.passed == 1 else tokens(outcome, event.passed)
            if isinstance(event, PayoutUnknown):
                return "unknown"
            if isinstance(event, DispenserDown):
                raise PicoError(event.fault.code, event.fault.detail)
        return "no answer"

    def lates(self, name: str) -> dict[int, int]:
        """Return the late tokens by hopper, of payouts with this name only: the Pico also knows those of the last
        match.
        """
        for event in self._events(LATE_S):
            if isinstance(event, DispenserDown):
                raise PicoError(event.fault.code, event.fault.detail)
        return {event.hopper: event.late for event in self._late if event.job.startswith(f"{name}-")}

    def _events(self, most_s: float) -> Iterator[DispenserEvent]:
        until_s = time.monotonic() + most_s
        while time.monotonic() < until_s:
            for event in self._link.step(time.monotonic()):
                if isinstance(event, TokenLate):
                    self._late.append(event)
                yield event
            deadline_s = self._link.next_deadline()
            self._link.wait(0.2 if deadline_s is None else min(max(deadline_s - time.monotonic(), 0.0), 0.2))
