"""The devices of one table, real or emulated."""

from msgspec import Struct

import hal.events as hw
from hal.closing import close_each
from hal.dispenser import Link
from hal.panels.panels import Panels
from hal.readers import Readers


class Devices(Struct, frozen=True):
    """The readers, the panels and the link to the dispenser, each served by a thread of its own."""

    readers: tuple[Readers, ...]
    """The readers of each bus."""
    panels: Panels
    link: Link | None
    """The link to the dispenser; None if none is configured."""

    def send(self, request: hw.DispenserRequest | hw.LampSetting) -> None:
        """Pass a request of the session to its device. Any thread may call; it does not wait.

        Requests to a missing dispenser or panel are dropped. Raises ValueError for a job with an invalid id.
        """
        if isinstance(request, hw.LampSetting):
            if request.panel in self.panels.names:
                self.panels.show(request)
        elif self.link is not None:
            self.link.request(request)

    def close(self) -> bool:
        """Let go of buses, pins and the serial port. Call it once, after the threads of the devices have ended.

        Each is tried. Return False if one failed.
        """
        links = () if self.link is None else (self.link,)
        return close_each(each.close for each in (*self.readers, self.panels, *links))
