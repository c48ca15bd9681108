"""One room knows in what systems differ: `hal/computer`."""

import ast
from collections.abc import Iterator

from tests.sources import ROOT, product

ABSENT = ROOT / "lab" / "platforms" / "world" / "absent.txt"
ROOMS = ("hal/computer/", "hal/readers/pcsc/abi.py", "sim_hardware/", "firmware_bridge/firmware/", "lab/")
"""One table beside the driver has the layouts of PC/SC's libraries. Emulated lines are pseudo-terminals, the firmware
runs on a Pico, and the lab on Linux and macOS alone."""


def asked() -> Iterator[str]:
    """Yield each name in the product that Windows lacks, and each question which system this is."""
    lines = (line.split() for line in ABSENT.read_text("ascii").splitlines())
    absent = {(module.lstrip("_"), name) for module, *names in lines for name in names}
    absent |= {("sys", "platform"), ("os", "name")}
    for path, source in product().items():
        if not path.startswith(ROOMS):
            for node in source.nodes:
                match node:
                    case ast.Attribute(ast.Name(module), name) if (module, name) in absent:
                        yield f"{path}:{node.lineno}: {module}.{name}"


def test_no_other_room_uses_what_windows_lacks_or_asks_which_system_it_is() -> None:
    assert list(asked()) == []
