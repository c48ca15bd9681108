"""What the firmware needs of the hardware. The Pico, the emulator and the test boards each are one of these."""


class Board:
    """Everything outside the firmware. Times count from power-up; `now_ms` never wraps, `now_us` wraps at 2**30."""

    hoppers: int
    boot: int
    """Random, new at each power-up or reset; 1 to 2**30 - 1."""
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
        """From now on, in the interrupt, call `barrier.edge(dark, at_us)` at every edge of this light barrier."""
        raise NotImplementedError

    def is_dark(self, hopper: int) -> bool:
        raise NotImplementedError

    def has_tokens(self, hopper: int) -> "bool | None":
        """The level sensor; None where the hopper has none."""
        raise NotImplementedError

    def is_stalled(self, hopper: int) -> "bool | None":
        """The motor driver's stall or over-current signal; None where there is none."""
        raise NotImplementedError

    def interrupts_off(self) -> int:
        """Returns what `interrupts_on` must be given back."""
        raise NotImplementedError

    def interrupts_on(self, before: int) -> None:
        raise NotImplementedError

    def flash_read(self, sector: int, offset: int, size: int) -> bytes:
        raise NotImplementedError

    def flash_write(self, sector: int, offset: int, data: bytes) -> None:
        """Program erased bytes (a bit goes from 1 to 0 only). Stops everything for about a millisecond."""
        raise NotImplementedError

    def flash_erase(self, sector: int) -> None:
        """Stops everything, interrupts too, for tens of milliseconds."""
        raise NotImplementedError

    def read(self) -> bytes:
        """What the host sent since the last call; empty where that is nothing. Never waits."""
        raise NotImplementedError

    def write(self, data: bytes) -> None:
        """Never waits: what a host does not fetch is lost."""
        raise NotImplementedError

    def feed_watchdog(self) -> None:
        raise NotImplementedError

    def idle(self, until_ms: "int | None") -> None:
        """Rest until then (None: for ever), or until a byte or an edge comes; waking early does no harm."""
        raise NotImplementedError

    def open_console(self) -> None:
        """For maintenance: motors off, the wire becomes MicroPython's console. Does not return on the Pico."""
        raise NotImplementedError


class Watcher:
    def edge(self, dark: bool, at_us: int) -> None:
        raise NotImplementedError
