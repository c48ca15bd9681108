"""The machine's disk, as an SD card: everything that is written to it, and what a cut of its power leaves on it.

QEMU writes down every write and every flush (its driver `blklogwrites`, in the format of Linux's dm-log-writes). A
write before the last flush is on the card after a cut. A later one may be there or not, each for itself, and one may be
there in part: a card writes them in any order.
"""

import os
import random
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SECTOR = 512
_ENTRY = struct.Struct("<QQQQ")
_FLUSH, _FUA, _DISCARD = 1, 2, 4
LOST = 0.5
"""The share of the writes since the last flush that a cut loses."""


class CardWrite(NamedTuple):
    """One entry of the log. `at` is where its bytes begin in the log."""

    sector: int
    sectors: int
    flush: bool
    through: bool
    """True if it is on the card when it is done, without a flush."""
    at: int


class Written(NamedTuple):
    """The sums of what was written since the power came."""

    bytes: int
    writes: int
    flushes: int


class CutLoss(NamedTuple):
    """The writes since the last flush, those of them that the cut lost, and whether one was torn."""

    open: int
    lost: int
    torn: bool


class SdCard:
    """A card with an image of a disk on it. What a running machine writes goes into files beside it until `keep`."""

    def __init__(self, image: Path, folder: Path) -> None:
        """`folder` is its caller's, for the files of one run."""
        self.image, self._folder = image, folder
        self._log = folder / "writes.log"
        self._read_to, self._sums = SECTOR, Written(0, 0, 0)

    def insert(self) -> list[str]:
        """Return the arguments with which QEMU has the card as it lies there, with nothing written yet."""
        over = self._folder / "over.qcow2"
        over.unlink(missing_ok=True)
        self._log.write_bytes(b"")
        self._read_to, self._sums = SECTOR, Written(0, 0, 0)
        made = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", str(self.image.resolve()), str(over)]
        subprocess.run(made, check=True)
        # What a flush brings about here stands in the log: this computer's own disk need not wait for it.
        beneath = f"driver=qcow2,node-name=over,file.driver=file,file.filename={over},cache.no-flush=on"
        logged = f"driver=blklogwrites,node-name=card,file=over,log.driver=file,log.filename={self._log}"
        return ["-blockdev", beneath, "-blockdev", logged, "-device", "virtio-blk-pci,drive=card"]

    def written(self) -> Written:
        """Return what was written since the power came."""
        for entry in self._entries(self._read_to):
            self._read_to = entry.at + entry.sectors * SECTOR
            size, writes, flushes = self._sums
            wrote = not entry.flush or entry.sectors > 0
            self._sums = Written(size + entry.sectors * SECTOR, writes + wrote, flushes + entry.flush)
        return self._sums

    def keep(self, chance: random.Random | None = None, lost: float = LOST, lies: int = 0) -> CutLoss:
        """Make the image what a cut leaves of it; without `chance` nothing is lost. The machine must be off.

        A card that `lies` loses so many of the last entries, whatever it has said of them.
        """
        entries = tuple(self._entries(SECTOR))
        entries = entries[: max(len(entries) - lies, 0)]
        sure = max((number for number, entry in enumerate(entries) if entry.flush), default=-1)
        loss = 0
        open_now = [entry for entry in entries[sure + 1 :] if not entry.through]
        torn = chance.choice(open_now) if chance is not None and open_now and chance.random() < 0.5 else None
        with self._log.open("rb") as log, self.image.open("r+b") as image:
            for number, entry in enumerate(entries):
                size = entry.sectors * SECTOR
                if entry is torn and chance is not None:
                    size = chance.randrange(entry.sectors) * SECTOR
                elif number > sure and not entry.through and chance is not None and chance.random() < lost:
                    loss += 1
                    continue
                log.seek(entry.at)
                image.seek(entry.sector * SECTOR)
                image.write(log.read(size))
        return CutLoss(len(open_now), loss, torn is not None)

    def flushes(self) -> int:
        """Return how many flushes are in the log."""
        return sum(entry.flush for entry in self._entries(SECTOR))

    def drop_last_flush(self) -> None:
        """Forget a flush at the very end, for which nobody in the machine has asked."""
        entries = tuple(self._entries(SECTOR))
        if entries and entries[-1].flush and not entries[-1].sectors:
            os.truncate(self._log, entries[-1].at - SECTOR)

    def _entries(self, at: int) -> Iterator[CardWrite]:
        """Yield the whole entries from this place of the log on. An entry that is not written yet ends them."""
        size = self._log.stat().st_size
        with self._log.open("rb") as log:
            while at + SECTOR <= size:
                log.seek(at)
                sector, sectors, flags, _ = _ENTRY.unpack(log.read(_ENTRY.size))
                held = 0 if flags & _DISCARD else sectors
                if not (sectors or flags) or at + SECTOR + held * SECTOR > size:
                    return
                yield CardWrite(sector, held, bool(flags & _FLUSH), bool(flags & _FUA), at + SECTOR)
                at += SECTOR + held * SECTOR


def card_of(image: Path, folder: Path) -> SdCard:
    """Return a card of its own with a copy of this image, in `folder`. Holes stay holes."""
    copy = folder / "card.img"
    subprocess.run(["cp", "--sparse=always", str(image), str(copy)], check=True)
    return SdCard(copy, folder)
