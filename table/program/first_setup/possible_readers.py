"""The card readers among the parts that are plugged in: each is tried through the driver of a match."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from msgspec import ValidationError, convert

from hal.events import Fault, ReaderGone, TagUnclear
from hal.plugged import Plugged, PluggedPort, lasting_name
from hal.readers.examination import tried
from hal.readers.laid_cards import LaidCards
from hal.readers.pcsc import found as pcsc
from hal.readers.ports import ReaderPorts
from table.config.schema import ReaderConfig, real_table
from table.devices.configured.device_settings import lone_readers, readers_of
from table.devices.hands_on.dialogue import DoctorTime
from table.rules.text import Text, text
from table.words.faults import fault_words

HEADER_I2C = 1
"""The I2C bus of a Pi's header. The other buses lead to displays and power supplies."""


@dataclass(frozen=True, slots=True)
class PossibleReader:
    settings: ReaderConfig
    label: str
    """The reader's make and place, as people can find it."""


def pcsc_reader(reader: pcsc.FoundReader, every: Sequence[pcsc.FoundReader]) -> PossibleReader:
    label = f"{reader.model} (USB {reader.usb})" if reader.usb else reader.candidates[0]
    return PossibleReader(ReaderConfig(kind="pcsc", usb=pcsc.lasting_name(reader, every)), label)


def serial_reader(port: PluggedPort, every: Sequence[PluggedPort]) -> PossibleReader:
    return PossibleReader(ReaderConfig(kind="pn532", port=lasting_name(port, every)), f"PN532, {port.path}")


def built_in_readers(there: Plugged, ports: ReaderPorts) -> Iterator[tuple[PossibleReader, ...]]:
    """Yield the readers that may be at each PC/SC reader, SPI device and I2C bus, the likeliest first."""
    for reader in there.pcsc.usable:
        yield (pcsc_reader(reader, there.pcsc.every),)
    for bus, device in there.spi if _has_spidev(ports) else ():
        wired = (_on_spi(kind, bus, device) for kind in ("rc522", "pn532"))
        if likely := tuple(reader for reader in wired if reader is not None):
            yield likely
    if HEADER_I2C in there.i2c:
        yield (PossibleReader(ReaderConfig(kind="pn532", link="i2c", i2c=HEADER_I2C), f"PN532, /dev/i2c-{HEADER_I2C}"),)


def _on_spi(kind: str, bus: int, device: int) -> PossibleReader | None:
    """Return a reader at an SPI device; None for one that no configuration can name."""
    wired = {"kind": kind, "link": "spi" if kind == "pn532" else "hsu", "bus": bus, "device": device}
    try:
        return PossibleReader(convert(wired, ReaderConfig), f"{kind.upper()}, /dev/spidev{bus}.{device}")
    except ValidationError:
        return None


def _has_spidev(ports: ReaderPorts) -> bool:
    try:
        return bool(ports.spidev)
    except OSError:
        return False


def fault_of(reader: PossibleReader, ports: ReaderPorts, time: DoctorTime) -> Fault | None:
    """Open a reader and close it again. Return None if it works."""
    (opened,) = lone_readers(real_table(_named((reader,))), ports)
    return tried(opened, time.now_s, time.pause)


def laid_cards(
    found: Sequence[PossibleReader], ports: ReaderPorts, time: DoctorTime, report: Callable[[Text], None]
) -> LaidCards:
    """Open the readers, named by their places in the sequence. `report` takes a line about a failure."""

    def trouble(event: ReaderGone | TagUnclear) -> None:
        if isinstance(event, TagUnclear):
            report(text(f"cards.{event.why}", detail=event.detail))
        else:
            report(fault_words(event.fault.code, found[int(event.reader)].label, event.fault.detail))

    return LaidCards(readers_of(real_table(_named(found)), ports), time.now_s, time.pause, trouble)


def _named(found: Iterable[PossibleReader]) -> dict[str, ReaderConfig]:
    """Return the readers, named by their places in the sequence."""
    return {str(place): each.settings for place, each in enumerate(found)}
