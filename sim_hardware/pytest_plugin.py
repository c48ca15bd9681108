"""Emulated electronics as pytest fixtures, for tests of any program: `docs/develop/testing.md`.

Every test run of an environment with this package loads this module, so it imports nothing before a fixture is used.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from sim_hardware.clock import Clock
    from sim_hardware.dispenser import EmulatedDispenser, PtyDispenser
    from sim_hardware.nfc.drop_in import DropIn
    from sim_hardware.nfc.lone import LoneReader
    from sim_hardware.nfc.standing_reader import StandingReader
    from sim_hardware.panel import EmulatedPanels

MARK = "emulated"
WISHES = ("seed", "hoppers", "lost", "mangled", "misread", "version")
HOPPERS = (20, 20)
PANEL = "panel"
LOOKS, LOOK_S = 1_000, 0.005
"""The number of checks for the port of a dispenser in real time, which appears some milliseconds after its thread has
begun.
"""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARK}({', '.join(WISHES)}): what the emulated fixtures are like")


def wish(request: pytest.FixtureRequest, name: str, otherwise: Any) -> Any:
    """Return the setting in the mark closest to the test. An unknown setting raises `pytest.UsageError`."""
    for mark in request.node.iter_markers(MARK):
        unknown = mark.kwargs.keys() - set(WISHES)
        if unknown:
            raise pytest.UsageError(f"@pytest.mark.{MARK} knows no {', '.join(unknown)}: it has {', '.join(WISHES)}")
    values = (mark.kwargs[name] for mark in request.node.iter_markers(MARK) if name in mark.kwargs)
    return next(values, otherwise)


@pytest.fixture
def virtual_clock() -> "Clock":
    """Return the clock of all emulated parts of this test. It advances only with a transfer or `advance`."""
    from sim_hardware.clock import Clock

    return Clock()


@pytest.fixture(scope="session")
def _drop_in() -> "DropIn":
    """Return one drop-in for all tests, so that a driver that was imported in one of them works in the next."""
    from sim_hardware.nfc.drop_in import DropIn

    return DropIn()


@pytest.fixture
def emulated_reader(
    request: pytest.FixtureRequest, virtual_clock: "Clock", monkeypatch: pytest.MonkeyPatch, _drop_in: "DropIn"
) -> "StandingReader":
    """Return an MFRC522 at /dev/spidev0.0. `import spidev` and `import RPi.GPIO` give the emulated bus and its pins."""
    import sys

    from sim_hardware.nfc.noise import Noise
    from sim_hardware.nfc.standing_reader import StandingReader

    noise = Noise(**{name: wish(request, name, 0.0) for name in ("lost", "mangled", "misread")})
    reader = StandingReader(virtual_clock, wish(request, "seed", 0), noise, wish(request, "version", 0x92))
    _drop_in.wire(reader)
    for name, module in _drop_in.modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    return reader


@pytest.fixture
def lone_reader(request: pytest.FixtureRequest) -> "LoneReader":
    """Return a single chip without a bus, to drive byte by byte, with its own clock."""
    from sim_hardware.nfc.lone import LoneReader

    return LoneReader(wish(request, "version", 0x92))


@pytest.fixture
def emulated_pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Replace gpiozero's pins with mocks for this test, and close those that are still open at its end."""
    import gpiozero

    from sim_hardware.panel import mock_pins

    pins = mock_pins()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", pins)
    yield pins
    pins.close()


@pytest.fixture
def emulated_panel(virtual_clock: "Clock", emulated_pins: Any) -> "EmulatedPanels":
    """Return a panel called `panel`: previous, next and confirm on BCM 17, 27 and 22, its lamp on 5, 6 and 13."""
    from sim_hardware.panel import EmulatedPanels, PanelWires

    wires = PanelWires(buttons={"previous": 17, "next": 27, "confirm": 22}, lamp=(5, 6, 13))
    return EmulatedPanels({PANEL: wires}, virtual_clock, emulated_pins)


@pytest.fixture
def emulated_dispenser(request: pytest.FixtureRequest, virtual_clock: "Clock") -> "EmulatedDispenser":
    """Return a Pico with its firmware, plugged in. `port()` opens the host's end in virtual time."""
    from sim_hardware.dispenser import EmulatedDispenser

    dispenser = EmulatedDispenser(virtual_clock, wish(request, "hoppers", HOPPERS), wish(request, "seed", 0))
    dispenser.fault("plug")
    return dispenser


@pytest.fixture
def pty_dispenser(request: pytest.FixtureRequest, tmp_path: "Path") -> "Iterator[PtyDispenser]":
    """Yield a Pico with its firmware in real time, behind a pseudo-terminal. pyserial opens its `path`."""
    from pathlib import Path
    from threading import Event

    from sim_hardware.dispenser import PtyDispenser

    dispenser = PtyDispenser(wish(request, "hoppers", HOPPERS), tmp_path, wish(request, "seed", 0))
    dispenser.fault("plug")
    for _ in range(LOOKS):
        if Path(dispenser.path).exists() or Event().wait(LOOK_S):
            break
    yield dispenser
    dispenser.close()
