"""Measure a reader behind the real PC/SC daemon: from laying or lifting a card to the table's event.

That needs root and Debian's packages pcscd and vsmartcard-vpcd. Without them only the figures of the slots are yielded.
"""

import random
import time
from collections.abc import Iterator

import hal.events as hw
from hal.readers import Readers
from hal.readers.pcsc.library import PcscLibrary, real_library
from hal.readers.pcsc.settings import PcscSettings
from lab.figure import Figure, NotMeasuredError, at_most, left_out, published
from lab.figures.readers import slot_figures
from lab.temporary_folder import temporary_folder
from sim_hardware.nfc.pcsc.real_daemon import NAME, RealDaemon, missing
from sim_hardware.nfc.pcsc.virtual_card import VirtualCard
from sim_hardware.nfc.tags import Ntag

CARD = bytes.fromhex("04A1B2C3D4E5F6")
TIMES = 20
PATIENCE_S = 5.0
PHASE_S = 0.5
"""The daemon polls every 0.4 s; cards come at a random moment of that period."""
REAL_MS = "ms (wall)"


class RealReader:
    """A reader polled at its usual rate, in real time."""

    def __init__(self) -> None:
        settings = PcscSettings("desk", lambda: PcscLibrary(real_library()), f"{NAME} 00 00")
        self.readers = Readers(None, [settings])

    def wait_for(self, wanted: type[hw.ReaderEvent]) -> float:
        """Return the milliseconds until this event is reported. Raises NotMeasuredError after 5 s."""
        began_s = time.monotonic()
        while time.monotonic() - began_s < PATIENCE_S:
            if any(isinstance(event, wanted) for event in self.readers.poll(time.monotonic())):
                return (time.monotonic() - began_s) * 1000
            time.sleep(self.readers.poll_interval_s)
        raise NotMeasuredError(f"{wanted.__name__} was not reported")

    def rest(self, seconds: float) -> None:
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            self.readers.poll(time.monotonic())
            time.sleep(self.readers.poll_interval_s)


def measure(seed: int) -> Iterator[Figure]:
    yield from slot_figures.measure(seed)
    if left_out("pcsc.* but slots", missing()):
        return
    chance = random.Random(seed)
    with temporary_folder() as folder:
        daemon = RealDaemon(folder / "readers")
        daemon.start()
        try:
            yield from _measured(daemon, chance)
        finally:
            daemon.stop()


def _measured(daemon: RealDaemon, chance: random.Random) -> Iterator[Figure]:
    reader, card = RealReader(), VirtualCard(daemon.port, Ntag(CARD))
    reader.wait_for(hw.TagLifted)
    present, lifted, looks = list[float](), list[float](), list[float]()
    for _ in range(TIMES):
        reader.rest(chance.uniform(0.0, PHASE_S))
        card.lay()
        present.append(reader.wait_for(hw.TagPlaced))
        began_s = time.perf_counter()
        reader.readers.poll(time.monotonic())
        looks.append((time.perf_counter() - began_s) * 1000)
        reader.rest(chance.uniform(0.0, PHASE_S))
        card.lift()
        lifted.append(reader.wait_for(hw.TagLifted))
    reader.readers.close()
    yield at_most("pcsc.present.time", present, 400, REAL_MS)
    yield at_most("pcsc.lifted.time", lifted, 400, REAL_MS)
    yield published("pcsc.resting.time", looks, REAL_MS)
