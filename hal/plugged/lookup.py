"""The serial ports that may be a configured one under another name. None is opened."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from hal.plugged.serial_ports import COM, PluggedPort

NUMBERED = ("ttyACM*", "ttyUSB*")


class PortLookup:
    """The ports of a computer, and the names under which a table knows its own."""

    def __init__(self, listed: Iterable[PluggedPort], wanted: Mapping[str, str], root: Path) -> None:
        """`wanted` has the configured name of each part's port."""
        self._root = root
        listed = tuple(listed)
        self.every = (*listed, *self._unlisted(listed))
        here = (self._at(path) for path in wanted.values())
        self._taken = frozenset(port.path for port in here if port is not None)

    def pico(self, path: str) -> tuple[PluggedPort, ...]:
        """Return the ports that may be the dispenser, if it is not at its configured port."""
        here = self._at(path)
        picos = tuple(port for port in self._free() if port.is_pico)
        if here is None:
            return () if self._exists(path) else picos or self._unknown()
        return () if here.is_pico or not here.usb else picos

    def lead(self, path: str) -> tuple[PluggedPort, ...]:
        """Return the ports that may be a reader's lead, if nothing is at its configured port."""
        if self._exists(path):
            return ()
        leads = tuple(port for port in self._free() if port.lead)
        return leads or tuple(port for port in self._unknown() if "ttyUSB" in port.path)

    def _free(self) -> Iterator[PluggedPort]:
        return (port for port in self.every if port.path not in self._taken)

    def _unknown(self) -> tuple[PluggedPort, ...]:
        """Return the numbered ports of devices whose USB id is not known."""
        return tuple(
            port for port in self._free() if not port.usb and port.path.startswith(("/dev/ttyACM", "/dev/ttyUSB"))
        )

    def _unlisted(self, listed: Iterable[PluggedPort]) -> Iterator[PluggedPort]:
        """Yield the numbered ports that the kernel's list of devices lacks."""
        known = {port.path for port in listed}
        nodes = sorted(node for pattern in NUMBERED for node in (self._root / "dev").glob(pattern))
        return (PluggedPort(f"/dev/{node.name}") for node in nodes if f"/dev/{node.name}" not in known)

    def _at(self, path: str) -> PluggedPort | None:
        """Return the port that is plugged in under this name."""
        if COM.fullmatch(path):
            return next((port for port in self.every if port.has_name(path)), None)
        if not self._exists(path):
            return None
        return next((port for port in self.every if self._real(port.path) == self._real(path)), None)

    def _exists(self, path: str) -> bool:
        if COM.fullmatch(path):
            return self._at(path) is not None
        return (self._root / path.lstrip("/")).exists()

    def _real(self, path: str) -> Path:
        return (self._root / path.lstrip("/")).resolve()
