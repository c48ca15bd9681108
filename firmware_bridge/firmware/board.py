"""The interface of the hardware for the firmware. The Pico, the emulator and the test boards implement it."""


class Board:
    """Everything outside the firmware. Times count from power-up; `now_ms` never wraps, `now_us` wraps at 2**30."""

    hoppers: int
    boot: int
    """A random number, new at each power-up or reset, from 1 to 2**30 - 1."""
    flash_sectors: int
    flash_sector_size: int

    def now_ms(self) -> int:
        raise NotImplementedError

    def now_us(self) -> int:
        raise NotImplementedError

    def drive(self, hopper: int, direction: int) -> None:
        """Turn the motor: 1 forward, -1 backward, 0 braked."""
        raise NotImplementedError

    def watch(self, hopper: int, barrier: "Watcher") -> None:
        """Call `barrier.edge(dark, at_us)` in the interrupt at every edge of this light barrier from now on."""
        raise NotImplementedError

    def is_dark(self, hopper: int) -> bool:
        raise NotImplementedError

    def has_tokens(self, hopper: int) -> "bool | None":
        """Return the level sensor's reading, or None if the hopper has no sensor."""
        raise NotImplementedError

    def is_stalled(self, hopper: int) -> "bool | None":
        """Return the motor driver's stall or over-current signal, or None if it has none."""
        raise NotImplementedError

    def interrupts_off(self) -> int:
        """Switch interrupts off. Return the value to pass to `interrupts_on`."""
        raise NotImplementedError

    def interrupts_on(self, before: int) -> None:
        raise NotImplementedError

    def flash_read(self, sector: int, offset: int, size: int) -> bytes:
        raise NotImplementedError

    def flash_write(self, sector: int, offset: int, data: bytes) -> None:
        """Program erased bytes (a bit goes from 1 to 0 only). It stops everything for about a millisecond."""
        raise NotImplementedError

    def flash_erase(self, sector: int) -> None:
        """Erase a sector. It stops everything, interrupts too, for tens of milliseconds."""
        raise NotImplementedError

    def read(self) -> bytes:
        """Return the bytes from the host since the last call. It never waits."""
        raise NotImplementedError

    def write(self, data: bytes) -> None:
        """Send bytes to the host. It never waits: bytes that the host does not fetch are lost."""
        raise NotImplementedError

    def feed_watchdog(self) -> None:
        raise NotImplementedError

    def idle(self, until_ms: "int | None") -> None:
        """Rest until this time (None: permanently), or until a byte or an edge comes. Waking early does no harm."""
        raise NotImplementedError

    def open_console(self) -> None:
        """Stop the motors and turn the wire into MicroPython's console. It does not return on the Pico."""
        raise NotImplementedError


class Watcher:
    def edge(self, dark: bool, at_us: int) -> None:
        raise NotImplementedError
