"""A machine in QEMU, started from the disk that build.sh wrote; its console, its screen, its keyboard and its plug."""

import json
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.machine.card import SdCard

PORTS = ("wires", "shell", "control", "dispenser")
"""The channels out of the machine: pins and SPI, a shell, the table's socket, and the dispenser's end of its cable."""
# Without KVM, and with a processor that the emulation has whole: Mesa compiles for what the processor says it is.
EMULATED = ("-accel", "tcg", "-cpu", "Nehalem", "-m", "2048", "-smp", "2")
# It ends with whoever began it, also with one that is killed.
QEMU = ("setpriv", "--pdeathsig", "KILL", "qemu-system-x86_64", *EMULATED, "-display", "none", "-nic", "none")
WIDTH, HEIGHT = 800, 480
"""The size of the 7 inch display that many Pis have; every pixel is drawn by the emulated processor."""
DISPLAY = ("-vga", "none", "-device", f"VGA,edid=on,xres={WIDTH},yres={HEIGHT}")
PARTS = (*DISPLAY, "-device", "virtio-keyboard-pci", "-device", "virtio-serial-pci")
COMMAND_LINE = "console=ttyS0 quiet mitigations=off no_timer_check"
PATIENT = "systemd.default_timeout_start_sec=900 systemd.default_device_timeout_sec=900"


class MachineError(RuntimeError):
    """The machine does not do what it should."""


class Machine:
    """A machine from its start to its end."""

    def __init__(self, folder: Path, card: SdCard | None = None) -> None:
        """`folder` is where build.sh wrote. Without a card of its own, what it writes is lost with it."""
        self.folder = Path(tempfile.mkdtemp(prefix="machine-"))
        self.card = SdCard(folder / "disk.img", self.folder) if card is None else card
        stated = [*QEMU, *PARTS, "-kernel", str(folder / "kernel"), "-initrd", str(folder / "initrd")]
        stated += ["-append", f"{COMMAND_LINE} {PATIENT}", *self.card.insert()]
        stated += [
            "-serial",
            f"file:{self.folder / 'console'}",
            "-qmp",
            f"unix:{self.folder / 'qmp'},server=on,wait=off",
        ]
        for port in PORTS:
            stated += ["-chardev", f"socket,id={port},path={self.folder / port},server=on,wait=off"]
            stated += ["-device", f"virtserialport,chardev={port},name={port}"]
        self.began_s = time.monotonic()
        self._process = subprocess.Popen(stated, stdin=subprocess.DEVNULL)
        with self.port("qmp") as line:
            self._qmp = line.makefile("rw")
        self._heard()
        self._asked("qmp_capabilities")

    def __enter__(self) -> "Machine":
        return self

    def __exit__(self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.cut()

    @property
    def up_s(self) -> float:
        """Return the seconds since the power came."""
        return time.monotonic() - self.began_s

    def port(self, name: str) -> socket.socket:
        """Return a connection to a channel of the machine."""
        patient_until_s = time.monotonic() + 10
        while True:
            try:
                there = socket.socket(socket.AF_UNIX)
                there.connect(str(self.folder / name))
            except (FileNotFoundError, ConnectionRefusedError):
                there.close()
                if self._process.poll() is not None or time.monotonic() > patient_until_s:
                    raise MachineError(f"QEMU did not start (status {self._process.poll()})") from None
                time.sleep(0.05)
            else:
                return there

    def screen(self, into: Path) -> Path:
        """Write what stands on the display into a PNG."""
        self._asked("screendump", filename=str(into), format="png")
        return into

    def key(self, name: str, down: bool) -> None:
        """Press or release a key of the keyboard, by QEMU's name for it, such as `s` or `f1`."""
        event = {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": name}}}
        self._asked("input-send-event", events=[event])

    def cut(self) -> None:
        """Take its power away, for good. A second call does nothing."""
        if self._process.poll() is None:
            self._halt()
        self._process.kill()
        self._process.wait()
        with suppress(BrokenPipeError):
            self._qmp.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _halt(self) -> None:
        """Have the log of the card end with a whole entry.

        QEMU flushes as it halts, if anything was written since the last flush; a card that loses its power does not.
        """
        with suppress(MachineError, OSError, json.JSONDecodeError):
            logged, asked_for = self.card.flushes(), self._flushes()
            self._asked("stop")
            if self.card.flushes() - logged > self._flushes() - asked_for:
                self.card.drop_last_flush()

    def _flushes(self) -> int:
        """Return how often the machine has asked for a flush."""
        return sum(each["stats"]["flush_operations"] for each in self._asked("query-blockstats"))

    def _asked(self, command: str, **arguments: Any) -> Any:
        self._qmp.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self._qmp.flush()
        answer = self._heard()
        while "event" in answer:
            answer = self._heard()
        if "error" in answer:
            raise MachineError(f"{command}: {answer['error']}")
        return answer["return"]

    def _heard(self) -> dict[str, object]:
        heard: dict[str, object] = json.loads(self._qmp.readline())
        return heard
