"""An emulated table with readers, polled at its pace in virtual time."""

from collections.abc import Callable

from hal.events import ReaderEvent, Tag, TagPlaced
from hal.readers import Readers, ReaderSettings
from hal.readers.reader import Reader
from sim_hardware.clock import Clock
from sim_hardware.nfc import Noise, ReaderWorld
from sim_hardware.nfc.noise import QUIET
from sim_hardware.nfc.world import Place
from tests.hal.readers.polled import Polled

BLUE, RED = "blue", "red"


class Table(Polled):
    def __init__(
        self, *names: str, noise: Noise = QUIET, seed: int = 0, speed_hz: int = 1_000_000, in_turn: bool = False
    ) -> None:
        places = {name: Place(0, device) for device, name in enumerate(names or (BLUE, RED))}
        self.clock = Clock()
        self.world = ReaderWorld(self.clock, places, seed=seed, noise=noise)
        self.readers = Readers(
            self.world.spidev,
            [ReaderSettings(name, place.bus, place.device, speed_hz=speed_hz) for name, place in places.items()],
            in_turn=in_turn,
        )

    def rc522(self, name: str) -> Reader:
        reader = self.readers.reader(name)
        assert isinstance(reader, Reader)
        return reader

    def settled(self) -> "Table":
        """All chips are up, and it was reported that nothing lies on them."""
        self.poll(8)
        return self

    def transfers(self, action: Callable[[], object]) -> tuple[int, float]:
        """How many transfers it took, and how many milliseconds."""
        traffic, started_ns = self.world.buses[0].traffic, self.clock.now_ns
        before = traffic.transfers
        action()
        return traffic.transfers - before, (self.clock.now_ns - started_ns) / 1e6


def tag_of(event: ReaderEvent) -> Tag:
    assert isinstance(event, TagPlaced)
    return event.tag.unseal()
