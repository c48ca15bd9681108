"""What a reader costs: transfers, time on bus and air, and the driver's own time. Beside it what the package costs."""

from collections.abc import Callable, Iterator

from hal.readers import Readers, ReaderSettings
from sim_hardware.clock import MS, Clock
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.world import Place
from table.bench.figures import Figure, at_most

POLL_NS = 40 * MS
TIMES = 200
VIRTUAL_MS = "ms (virtual)"


class Desk:
    """One reader, polled at its pace."""

    def __init__(self, seed: int, speed_hz: int) -> None:
        self.clock = Clock()
        self.world = ReaderWorld(self.clock, {"desk": Place(0, 0)}, seed=seed)
        self.readers = Readers(self.world.spidev, [ReaderSettings("desk", speed_hz=speed_hz)])

    def poll(self, times: int = 1) -> None:
        for _ in range(times):
            self.readers.poll(self.clock.now_s)
            self.clock.advance(POLL_NS)

    def cost(self, action: Callable[[], object]) -> tuple[int, float]:
        """Transfers, and milliseconds."""
        traffic, started_ns = self.world.buses[0].traffic, self.clock.now_ns
        before = traffic.transfers
        action()
        return traffic.transfers - before, (self.clock.now_ns - started_ns) / MS


def measure(seed: int) -> Iterator[Figure]:
    for speed_hz, suffix, goal_ms in ((1_000_000, "", 0.65), (4_000_000, "_4mhz", 0.55)):
        costs = _polls(Desk(seed, speed_hz))
        if not suffix:
            yield at_most("reader.absent.transfers", [transfers for transfers, _ in costs], 5, "transfers")
        yield at_most(f"reader.absent.time{suffix}", [took_ms for _, took_ms in costs], goal_ms, VIRTUAL_MS)


def _polls(desk: Desk) -> list[tuple[int, float]]:
    desk.poll(8)
    costs = []
    for _ in range(TIMES):
        costs.append(desk.cost(lambda: desk.readers.poll(desk.clock.now_s)))
        desk.clock.advance(POLL_NS)
    return costs
