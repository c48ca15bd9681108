"""A machine in QEMU, started from the disk that build.sh wrote; its console, its screen and its plug."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

PORTS = ("wires", "shell")
"""The channels out of the machine: pins and SPI, and a shell."""
# Without KVM, and with a processor that the emulation has whole: Mesa compiles for what the processor says it is.
EMULATED = ("-accel", "tcg", "-cpu", "Nehalem", "-m", "2048", "-smp", "2")
QEMU = ("qemu-system-x86_64", *EMULATED, "-display", "none", "-nic", "none")
# The size of the 7 inch display that many Pis have; every pixel is drawn by the emulated processor.
DISPLAY = ("-vga", "none", "-device", "VGA,edid=on,xres=800,yres=480")
PARTS = (*DISPLAY, "-device", "virtio-keyboard-pci", "-device", "virtio-tablet-pci", "-device", "virtio-serial-pci")
COMMAND_LINE = "root=/dev/vda rw console=ttyS0 quiet mitigations=off no_timer_check"
PATIENT = "systemd.default_timeout_start_sec=900 systemd.default_device_timeout_sec=900"


class MachineError(RuntimeError):
    """The machine does not do what it should."""


class Machine:
    """A machine from its start to its end. What it writes to its disk is lost with it."""

    def __init__(self, folder: Path) -> None:
        """`folder` is where build.sh wrote."""
        self.folder = Path(tempfile.mkdtemp(prefix="machine-"))
        drive = f"file={folder / 'disk.img'},format=raw,snapshot=on"
        said = [*QEMU, *PARTS, "-kernel", str(folder / "kernel"), "-initrd", str(folder / "initrd")]
        said += ["-append", f"{COMMAND_LINE} {PATIENT}", "-drive", f"{drive},if=virtio,cache=writeback"]
        said += ["-serial", f"file:{self.folder / 'console'}", "-qmp", f"unix:{self.folder / 'qmp'},server=on,wait=off"]
        for port in PORTS:
            said += ["-chardev", f"socket,id={port},path={self.folder / port},server=on,wait=off"]
            said += ["-device", f"virtserialport,chardev={port},name={port}"]
        self.began_s = time.monotonic()
        self._process = subprocess.Popen(said, stdin=subprocess.DEVNULL, preexec_fn=lambda: os.nice(10))
        with self.port("qmp") as line:
            self._qmp = line.makefile("rw")
        self._heard()
        self._asked("qmp_capabilities")

    def __enter__(self) -> "Machine":
        return self

    def __exit__(self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.cut()
        shutil.rmtree(self.folder, ignore_errors=True)

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

    def cut(self) -> None:
        """Take its power away."""
        self._process.kill()
        self._process.wait()
        with suppress(BrokenPipeError):
            self._qmp.close()

    def _asked(self, command: str, **arguments: str) -> None:
        self._qmp.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self._qmp.flush()
        answer = self._heard()
        while "event" in answer:
            answer = self._heard()
        if "error" in answer:
            raise MachineError(f"{command}: {answer['error']}")

    def _heard(self) -> dict[str, object]:
        heard: dict[str, object] = json.loads(self._qmp.readline())
        return heard
