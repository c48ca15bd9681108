"""A reader on its own bus, with tags that are named by text, for tests of other programs' drivers."""

from collections.abc import Callable
from types import ModuleType

from sim_hardware.clock import MS, Clock, S
from sim_hardware.nfc.naming import tag as named
from sim_hardware.nfc.noise import QUIET, Noise
from sim_hardware.nfc.tags import TypeATag
from sim_hardware.nfc.world import Place, ReaderWorld

NAME = "reader"
STEP_NS = 1 * MS
FOR_EVER_S = 60.0
"""The virtual seconds after which a wait without a timeout counts as endless."""


class StandingReader:
    """A reader at /dev/spidev0.0. Every transfer takes as long as on real wires. Nothing is threaded."""

    def __init__(self, clock: Clock, seed: int = 0, noise: Noise = QUIET, version: int = 0x92) -> None:
        self.clock = clock
        self.world = ReaderWorld(clock, {NAME: Place(0, 0)}, seed=seed, noise=noise, versions={NAME: version})
        self._tags: dict[str, TypeATag] = {}
        self.after_time: Callable[[], None] = _nothing
        """Called when time has passed without a transfer."""

    @property
    def spidev(self) -> ModuleType:
        """Return the module for `import spidev`."""
        return self.world.spidev

    def lay(self, tag: str | TypeATag, aside_mm: float = 0.0) -> TypeATag:
        """Lay a tag, given as one or by name: `ntag213:04A1B2C3D4E5F6`. The same name is the same tag each time."""
        laid = self._tags.setdefault(tag, named(tag)) if isinstance(tag, str) else tag
        self.world.lay(NAME, laid, aside_mm)
        return laid

    def lift(self, tag: str | TypeATag) -> None:
        """Lift a tag. Raises ValueError if it was never laid.

        If it is no longer there, the next transfer raises ValueError.
        """
        if isinstance(tag, str) and tag not in self._tags:
            raise ValueError(f"{tag} was never laid here; {', '.join(self._tags) or 'nothing'} was")
        self.world.lift(NAME, self._tags[tag] if isinstance(tag, str) else tag)

    def fault(self, word: str) -> None:
        """Cause the fault of a word in `sim_hardware.nfc.vocabulary`. Raises ValueError for an unknown word."""
        self.world.fault(word, NAME)

    def unplug(self) -> None:
        self.world.unplug(NAME)

    def plug(self) -> None:
        self.world.plug(NAME)

    def advance(self, seconds: float) -> None:
        """Let time pass without a transfer."""
        self.clock.advance(round(seconds * S))
        self.after_time()

    def wait(self, until: Callable[[], bool], timeout_s: float | None = None) -> bool:
        """Let time pass until the condition is true, in place of a wait for another thread.

        Return False after the timeout. Raises TimeoutError if a Pi would wait forever.
        """
        end_ns = self.clock.now_ns + round((FOR_EVER_S if timeout_s is None else timeout_s) * S)
        self.after_time()
        while not until():
            if self.clock.now_ns >= end_ns:
                if timeout_s is None:
                    raise TimeoutError(f"nothing came within {FOR_EVER_S:g} s, and nothing else brings it")
                return False
            self.clock.advance(min(STEP_NS, end_ns - self.clock.now_ns))
            self.after_time()
        return True


def _nothing() -> None:
    return None
