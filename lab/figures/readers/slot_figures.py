"""Find the right reader by each way to name it: ten models, as three systems list their slots (`recorded.toml`).

Another reader with a card is plugged in beside the named one. A way counts as found if the card on the named reader is
read, and as wrong if the other one's is, or if the reader is reported to work and reads none.
"""

from collections.abc import Iterator
from pathlib import Path

from hal.events import ReaderBack, ReaderGone, TagLifted, TagPlaced, TagUnclear
from hal.readers import Readers
from hal.readers.pcsc.library import PcscLibrary
from hal.readers.pcsc.settings import PcscSettings
from lab.figure import Figure, at_least, control_of, none_of
from lab.temporary_folder import temporary_folder
from sim_hardware.clock import MS, Clock
from sim_hardware.nfc.pcsc.library import PcscLookAlike
from sim_hardware.nfc.pcsc.recorded import RecordedDesk, RecordedReader, recorded_readers
from sim_hardware.nfc.tags import Ntag

NAMED, OTHER = bytes.fromhex("04A1B2C3D4E5F6"), bytes.fromhex("04112233445566")
SILENT = b""
POLLS = 60
SLOT = "Circle CIR315 CL [CL] (X1) 07 00"
BESIDE = RecordedReader("Circle", "linux", "CCID", (SLOT,), SLOT, (), "X1", "1-1.9")


def measure(_seed: int) -> Iterator[Figure]:
    found, wrong, first = 0, list[str](), 0
    ways = [(reader, wanted) for reader in recorded_readers() for wanted in ways_to_name(reader)]
    for reader, wanted in ways:
        with temporary_folder() as folder:
            seen = card_read(reader, wanted, folder)
        found += seen == NAMED
        if seen in (OTHER, SILENT):
            wrong.append(f"{reader.model}, {reader.system}: {wanted}")
        first += reader.slots[0] != reader.contactless
    yield at_least("pcsc.slots", [found], len(ways), f"of {len(ways)} ways")
    yield none_of("pcsc.slots.wrong", wrong, "ways", len(ways), ", ".join(wrong))
    yield control_of("pcsc.slots.first.control", first, "ways", len(ways), "if the first slot were taken")


def ways_to_name(reader: RecordedReader) -> tuple[str, ...]:
    """Return nothing, the model as people write it, the serial number and the place on USB, where there are any."""
    return "", *reader.called, *(each for each in (reader.serial, reader.usb) if each)


def card_read(reader: RecordedReader, wanted: str, folder: Path) -> bytes | None:
    """Return the UID of the card that the reader of this name reads; `SILENT` if it reads none, None after a fault."""
    clock = Clock()
    desk = RecordedDesk(clock, folder)
    desk.plug(reader)
    desk.lay(reader, Ntag(NAMED))
    if wanted:
        desk.plug(BESIDE)
        desk.lay(BESIDE, Ntag(OTHER))
    library = PcscLookAlike(desk.daemon)
    readers = Readers(None, [PcscSettings("desk", lambda: PcscLibrary(library, folder), wanted)])
    works = False
    for _ in range(POLLS):
        for event in readers.poll(clock.now_s):
            match event:
                case TagPlaced(_, tag):
                    return tag.unseal().uid
                case ReaderBack():
                    works = True
                case ReaderGone():
                    works = False
                case TagLifted() | TagUnclear():
                    pass
        clock.advance(40 * MS)
    return SILENT if works else None
