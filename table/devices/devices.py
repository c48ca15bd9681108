"""The devices of one table, whichever world they are wired to."""

from collections.abc import Callable
from dataclasses import dataclass

import hal.events as hw
from hal.dispenser import Link
from hal.panels.panels import Panels
from hal.readers import Readers


@dataclass(frozen=True, slots=True)
class Devices:
    readers: tuple[Readers, ...]
    """One for each bus."""
    panels: Panels
    link: Link | None
    """None: no dispenser is configured."""

    def send(self, request: hw.DispenserRequest | hw.LampSetting) -> None:
        """What the session asks of a device. From any thread; it waits for nothing."""
        if isinstance(request, hw.LampSetting):
            self.panels.show(request)
        elif self.link is not None:
            self.link.request(request)

    def close(self) -> None:
        for close in (*(each.close for each in self.readers), self.panels.close, *self._link_close()):
            close()

    def _link_close(self) -> tuple[Callable[[], None], ...]:
        return () if self.link is None else (self.link.close,)
