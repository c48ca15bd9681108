"""Run any program with emulated readers: through emulated `spidev` and `RPi.GPIO` for Python, or a serial line."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct, field

import sim_hardware
from hal.computer.process import CAN_FORK, ENDING, runs_in_front
from sim_hardware.nfc.naming import place, tags
from sim_hardware.nfc.script import read_script
from sim_hardware.raspberry import ENVIRONMENT
from table.records.temporary import temporary_folder

FIRST = "0.0"
LOOKS_S = 1.0
IRQ_PIN, RESET_PIN = 24, 25
"""The BCM numbers of the pins that most wiring guides use: 18 and 22 on the header."""


class Emulation(Struct, frozen=True):
    readers: Mapping[str, str]
    """The tags on each reader: `0.0` -> `ntag213:04A1B2C3D4E5F6+classic:DEADBEEF`."""
    irq: Mapping[str, int] = field(default_factory=dict)
    reset: Mapping[str, int] = field(default_factory=dict)
    script: str = ""
    versions: Mapping[str, int] = field(default_factory=dict)
    """The VersionReg of each reader's chip: clones have numbers of their own."""
    pn532: Mapping[str, str] = field(default_factory=dict)
    """The tags on a PN532 behind a serial line, by the file name of the line."""

    def problems(self) -> tuple[str, ...]:
        found = []
        for name, laid in self.readers.items():
            try:
                place(name)
                tags(laid)
            except ValueError as error:
                found.append(f"--reader {name}={laid}: {error}")
        for name, laid in self.pn532.items():
            try:
                tags(laid)
            except ValueError as error:
                found.append(f"--pn532 {name}={laid}: {error}")
            if os.path.lexists(name):
                found.append(f"--pn532 {name}: this file exists already; name one that does not")
        try:
            for act in read_script(self.script):
                if f"{act.where.bus}.{act.where.device}" not in self.readers:
                    found.append(f"the script lays on {act.where.bus}.{act.where.device}, where no --reader is")
        except ValueError as error:
            found.append(f"the script cannot be read, {error}")
        return tuple(found)

    def run(self, command: Sequence[str]) -> tuple[int, Mapping[str, Any] | None]:
        """Run the program, a Python file with this Python.

        Return its exit status and its counters, which are None if it never used the bus.
        Raises OSError if it cannot be run, or a serial line cannot have its name.
        """
        with ExitStack() as stack, temporary_folder() as folder:
            from sim_hardware.nfc.pn532.pty import PtyPn532

            for name, laid in self.pn532.items():
                line = PtyPn532(Path(name))
                stack.callback(line.close)
                for each in tags(laid):
                    line.lay(each)
            report = folder / "counters.json"
            order = {
                "readers": dict(self.readers),
                "irq": {FIRST: IRQ_PIN, **self.irq} if FIRST in self.readers else dict(self.irq),
                "reset": {**dict.fromkeys(self.readers, RESET_PIN), **self.reset},
                "script": self.script,
                "versions": dict(self.versions),
                "report": str(report),
            }
            by_python = [sys.executable] if command[0].endswith(".py") else []
            status = _run([*by_python, *command], {**os.environ, ENVIRONMENT: json.dumps(order), "PYTHONPATH": _path()})
            return status, json.loads(report.read_bytes()) if report.exists() else None


def _path() -> str:
    package = Path(sim_hardware.__file__).parent
    given = os.environ.get("PYTHONPATH")
    return os.pathsep.join([str(package / "shims"), str(package.parent), *([given] if given else [])])


def _run(command: list[str], environment: Mapping[str, str]) -> int:
    """Run the program until it ends. Signals that end this process are passed on, and the program's end is awaited."""
    waiting: list[int] = []
    running: list[subprocess.Popen[bytes]] = []

    def pass_on(number: int, _: object) -> None:
        if not running:
            waiting.append(number)
        elif number != signal.SIGINT or not runs_in_front():
            running[0].send_signal(number)

    # A signal that ends this process is meant for both.
    before = {number: signal.getsignal(number) for number in ENDING}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, pass_on)
    try:
        interrupted = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
        program = subprocess.Popen(command, env=environment, preexec_fn=interrupted if CAN_FORK else None)
        running.append(program)
        for early in waiting:
            program.send_signal(early)
        while program.poll() is None:  # a signal that comes just before a wait without an end would not end the wait
            with suppress(subprocess.TimeoutExpired):
                program.wait(LOOKS_S)
        return program.returncode
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
