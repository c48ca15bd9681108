"""The emulated world in real time: chips on their bus, pins, and a Pico behind a pty.

Like a real one, its dispenser keeps its state over a restart: flash, hoppers and tray are in files.
"""

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from hal.closing import close_each
from hal.dispenser import Link, open_serial
from hal.panels.claims import PinHeader
from hal.panels.panels import Panels
from sim_hardware.clock import Clock
from sim_hardware.dispenser import PtyDispenser
from sim_hardware.dispenser.persistence import KeptFlash, KeptTokens, LenientDisk
from sim_hardware.nfc import ReaderWorld
from sim_hardware.pace import Pace
from sim_hardware.panel import EmulatedPanels
from table.config import Config
from table.devices.configured.device_settings import lone_readers, readers_of
from table.devices.configured.panel_settings import panel_settings
from table.devices.devices import Devices
from table.devices.examined_parts import ExaminedParts
from table.devices.threads import STOP_S
from table.emulation.cards import EmulatedCards
from table.emulation.connections import hopper_contents, panel_wires, reader_places
from table.emulation.disk import EmulatedDisk
from table.records.folder import EMULATED
from table.records.temporary import temporary_folder
from table.rules.cards import KnownCard
from table.rules.errors import OwnerError


class NotAFolderError(OwnerError, OSError):
    """A file has the name of the folder in which the emulated parts keep their content."""


class EmulatedWorld:
    """Everything below the drivers. `table.emulation.hands.performer` acts on it."""

    def __init__(self, config: Config, cards: Iterable[KnownCard]) -> None:
        self.config = config
        self.decks = EmulatedCards(cards)
        folder = config.state.made() / EMULATED
        if folder.exists() and not folder.is_dir():
            raise NotAFolderError(f"{folder} is not a folder. Remove it; the emulated parts then start afresh")
        with LenientDisk(folder):
            folder.mkdir(exist_ok=True)
        self.pace = Pace()
        """The speed of everything here and of the drivers above, which use the same clock."""
        self.disk = EmulatedDisk(self.pace)
        self.readers = ReaderWorld(Clock(), reader_places(config))
        self.readers.keep_pace(self.pace.now_ns)
        self.panels = EmulatedPanels(panel_wires(config), Clock())
        self.tokens = KeptTokens(folder / "tokens.json", hopper_contents(config))
        self._elsewhere = ExitStack()
        """The folder of the dispenser's port if the state folder cannot hold it."""
        self.dispenser = self._dispenser(folder) if config.dispenser_port == "emulated" else None

    def _dispenser(self, folder: Path) -> PtyDispenser:
        flash = KeptFlash(folder / "flash.bin")
        there = folder if os.access(folder, os.W_OK) else self._elsewhere.enter_context(temporary_folder())
        return PtyDispenser(tuple(self.tokens.contents), there, flash=flash, fell=self.tokens.fell, pace=self.pace)

    def devices(self) -> Devices:
        """Return the shipping drivers over this world."""
        return Devices(
            readers=readers_of(self.config, self.readers),
            panels=Panels(panel_settings(self.config), PinHeader(lambda: self.panels.pin_factory), self.pace.now_s),
            link=self.link(),
        )

    def link(self) -> Link | None:
        if self.dispenser is not None:
            path = self.dispenser.path
            return Link(self.dispenser.open_port or (lambda: open_serial(path)))
        port = self.config.dispenser_port
        return None if port == "none" else Link(lambda: open_serial(port))

    def close(self, patience_s: float = STOP_S) -> None:
        """End the dispenser, and save its content even if ending it failed."""
        if (dispenser := self.dispenser) is not None:
            close_each(
                (
                    lambda: dispenser.close(patience_s),
                    lambda: self.tokens.counted(dispenser.contents()),
                    self._elsewhere.close,
                )
            )


def emulated_parts(config: Config) -> ExaminedParts:
    """Return an emulated table's parts for the device doctor. There are no tags."""
    from sim_hardware.keypads import EmulatedInputs

    world = EmulatedWorld(config, ())
    return ExaminedParts(
        readers=lambda: lone_readers(config, world.readers),
        header=PinHeader(lambda: world.panels.pin_factory),
        inputs=EmulatedInputs(Clock()),
        link=world.link,
        close=world.close,
    )


PATIENCE_S = 8.0


class NoPortError(OwnerError, OSError):
    """The system cannot give an emulated dispenser a port that another program opens."""


@contextmanager
def emulated_port(tokens: Sequence[int]) -> Iterator[str]:
    """Yield the port of an emulated dispenser with this many tokens in each hopper."""
    with temporary_folder() as folder:
        dispenser = PtyDispenser(tokens, folder)
        try:
            if dispenser.open_port is not None:
                raise NoPortError(
                    "this system has no port that another program can open: try this on Linux or macOS, or with a Pico"
                )
            until_s = time.monotonic() + PATIENCE_S
            while not Path(dispenser.path).exists() and time.monotonic() < until_s:
                time.sleep(0.01)
            yield dispenser.path
        finally:
            dispenser.close()
