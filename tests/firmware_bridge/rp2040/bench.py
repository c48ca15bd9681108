"""An emulated RP2040 on a bench, from Python: its power, its USB cable as a pseudo-terminal, and what it did."""

import contextlib
import json
import os
import struct
import subprocess
import tty
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TOOLS = HERE.parents[2] / ".venv/rp2040"
"""The folder that prepare.sh filled."""
LIBRARY = TOOLS / "node_modules/rp2040js/dist/esm/index.js"
CUT_STATUS = 9
SECONDS = struct.Struct("<d")
UF2_BLOCK = struct.Struct("<IIIIIIII476sI")
Wires = tuple[int, int, int]
"""The pins of a hopper: forward, backward (-1 if there is invalid) and barrier."""


class Pico:
    """A Pico whose flash is a file. Each life is a process: killing it is a power cut."""

    def __init__(self, folder: Path, image: Path, hoppers: Sequence[Wires]) -> None:
        self._folder, self._image, self._hoppers = folder, image, hoppers
        self.flash = folder / "flash.bin"
        self.clock = folder / "clock"
        """Its seconds since it first had power, as a double. They stand still while it has none."""
        self.clock.write_bytes(SECONDS.pack(0.0))
        self._output = folder / "said.jsonl"
        self._output.touch()
        self._process: subprocess.Popen[bytes] | None = None
        self.port = ""

    def power_on(self, cut: int = 0, seed: int = 1) -> str:
        """Give it power, and return its port. With `cut` it loses it in the middle of that operation of its flash."""
        self.power_off()
        settings = {
            "library": str(LIBRARY),
            "rom": str(TOOLS / "boot.rom"),
            "flash": str(self.flash),
            "clock": str(self.clock),
            "image": str(self._image),
            "hoppers": self._hoppers,
            "cut": cut,
            "seed": seed,
        }
        device, line = os.openpty()
        tty.setraw(line)
        self.port = os.ttyname(line)
        with self._output.open("ab") as stated:
            self._process = subprocess.Popen(
                ["node", str(HERE / "rig.mjs"), json.dumps(settings)], stdin=device, stdout=device, stderr=stated
            )
        os.close(device)
        self._line = line
        return self.port

    def power_off(self) -> None:
        """Take its power away. A second call does nothing."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            with contextlib.suppress(OSError):
                os.close(self._line)

    def wait_for_cut(self, patience_s: float) -> bool:
        """Return True once the power has gone by itself."""
        assert self._process is not None
        try:
            return self._process.wait(patience_s) == CUT_STATUS
        except subprocess.TimeoutExpired:
            return False

    @property
    def now_s(self) -> float:
        """Return the time by its own clock."""
        (seconds,) = SECONDS.unpack(self.clock.read_bytes())
        return float(seconds)

    @property
    def events(self) -> list[dict[str, Any]]:
        """Return all that was seen in all its lives."""
        lines = self._output.read_text().splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    @property
    def tokens(self) -> list[int]:
        """Return the hopper of each token that fell, in order."""
        return [event["token"] for event in self.events if "token" in event]


def uf2(content: bytes, at: int = 0x10000000) -> bytes:
    """Return this content of the flash as a UF2 image for an RP2040."""
    pages = [content[start : start + 256].ljust(256, b"\0") for start in range(0, len(content), 256)]
    return b"".join(
        UF2_BLOCK.pack(
            0x0A324655, 0x9E5D5157, 0x2000, at + 256 * number, 256, number, len(pages), 0xE48BFF56, page, 0x0AB16F30
        )
        for number, page in enumerate(pages)
    )
