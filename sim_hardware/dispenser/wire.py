"""The cable, in memory: bytes that take time, and may be lost."""

from collections.abc import Callable

from sim_hardware.clock import MS, Clock, Timer

DELAY_NS = 1 * MS
"""The nanoseconds of a USB full-speed frame."""
ENUMERATED_NS = 300 * MS
"""The nanoseconds from one name or number of the device to the next."""
FLOOD_NS = 5 * MS
FLOOD_BYTES = 64
"""The bytes of a full USB packet."""
MOST_HELD = 4096
"""The most bytes that an end keeps for a reader that does not read."""


class Cable:
    """Both directions of one USB serial line. It belongs to the clock's thread."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.plugged = True
        self.named = True
        """True if it exists under its configured name."""
        self.session = 0
        """The number of times it was unplugged. A port that was opened before no longer works."""
        self.echoes = False
        self._to_host = bytearray()
        self._to_device = bytearray()
        self.notify_host: Callable[[], None] = _nothing
        self.notify_device: Callable[[], None] = _nothing
        self.spoil: Callable[[bytes, bool], bytes] = _whole
        """A bad cable: turns data (and whether it goes towards the host) into the data that arrives."""
        self.watch: Callable[[bytes, bool], bytes] = _whole
        """A bench's own function of the same kind, which sees what is sent. `calm` leaves it."""
        self._rubbish: Callable[[int], bytes] | None = None
        self._flooding: Timer | None = None

    def unplug(self) -> None:
        self.plugged = False
        self.session += 1
        self._to_host.clear()
        self._to_device.clear()

    def plug(self) -> None:
        if not self.named:
            self.unplug()
        self.plugged = self.named = True

    def enumerate_again(self, named: bool) -> None:
        """Disconnect, and reconnect with another number, under the same name or another one."""
        if not self.plugged:
            return
        self.unplug()
        session = self.session

        def back() -> None:
            if self.session == session and not self.plugged:
                self.plugged, self.named = True, named

        self._clock.after(ENUMERATED_NS, back)

    def flood(self, rubbish: Callable[[int], bytes]) -> None:
        """Send 64 bytes of `rubbish` in both directions every 5 ms, until `calm` is called."""
        self._rubbish = rubbish
        if self._flooding is None or self._flooding.at_ns <= self._clock.now_ns:
            self._flooding = self._clock.after(FLOOD_NS, self._flood_on)

    def _flood_on(self) -> None:
        if self._rubbish is not None:
            self._flooding = self._clock.after(FLOOD_NS, self._flood_on)
            rubbish = self._rubbish(FLOOD_BYTES)
            self._carry(rubbish, self._to_host, self.notify_host, towards_host=True)
            self._carry(rubbish, self._to_device, self.notify_device, towards_host=False)

    def calm(self) -> None:
        """Make the line work again."""
        self.spoil = _whole
        self.echoes = False
        self._rubbish = None

    def send_to_device(self, data: bytes) -> None:
        self._carry(data, self._to_device, self.notify_device, towards_host=False)
        if self.echoes:
            self._carry(data, self._to_host, self.notify_host, towards_host=True)

    def send_to_host(self, data: bytes) -> None:
        self._carry(data, self._to_host, self.notify_host, towards_host=True)

    def read_by_device(self) -> bytes:
        return _take(self._to_device)

    def read_by_host(self) -> bytes:
        return _take(self._to_host)

    def has_for_device(self) -> bool:
        return bool(self._to_device)

    def _carry(self, data: bytes, into: bytearray, notify: Callable[[], None], towards_host: bool) -> None:
        data = self.spoil(self.watch(data, towards_host), towards_host)
        session = self.session
        if not self.plugged or not data:
            return

        def arrive() -> None:
            if self.plugged and self.session == session and len(into) + len(data) <= MOST_HELD:
                into.extend(data)
                notify()

        self._clock.after(DELAY_NS, arrive)


class WirePort:
    """The host's end as an open port, for virtual time: reading never waits. It implements `hal.dispenser.Port`."""

    def __init__(self, cable: Cable) -> None:
        if not (cable.plugged and cable.named):
            raise FileNotFoundError("the cable is not plugged in")
        self._cable = cable
        self._session = cable.session

    def read(self, wait_s: float) -> bytes:
        self._check()
        return self._cable.read_by_host()

    def write(self, data: bytes) -> None:
        self._check()
        self._cable.send_to_device(data)

    def wake(self) -> None:
        """Do nothing: no read waits."""

    def close(self) -> None:
        self._session = -1

    def _check(self) -> None:
        if self._session != self._cable.session:
            raise OSError("the cable was pulled out")


def _take(data: bytearray) -> bytes:
    taken = bytes(data)
    data.clear()
    return taken


def _nothing() -> None:
    pass


def _whole(data: bytes, _towards_host: bool) -> bytes:
    return data
