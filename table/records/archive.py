"""Read a packed backup member by member, in bounded memory and time, whatever the file states."""

import gzip
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from table.rules.errors import InputError
from table.words.brought_file import opened

MOST_MEMBERS = 20_000
MOST_AT_ONCE = 1024 * 1024
"""The most bytes of one reading. A name or a header takes a few hundred."""
UNPACKED, TIMES = 256 * 1024 * 1024, 64
"""The most bytes of all members together: this number, or this multiple of the packed file.

Journals pack to a tenth.
"""
BROKEN = (tarfile.TarError, gzip.BadGzipFile, EOFError, zlib.error, ValueError, OverflowError, RecursionError)
"""The errors that the standard library raises for a file that is not an archive, or a damaged one."""


class ArchiveError(InputError, ValueError):
    """The file is not an archive, is damaged, or contains more than a backup may."""


class PackedFile(NamedTuple):
    name: str
    size: int
    plain: bool
    """True if it is a regular file: not a folder, link, device or sparse file."""
    file: BinaryIO | None
    """Its content, valid until the next member is read; None if it is not plain."""


def members(source: Path, most_bytes: int) -> Iterator[PackedFile]:
    """Yield all members in their order. None is larger than `most_bytes`.

    Raises ArchiveError at the first error, and OSError. Damage is found at the end at the latest.
    """
    with opened(source) as packed:
        most = max(UNPACKED, TIMES * packed.seek(0, 2))
        packed.seek(0)
        stream = _Unpacked(packed, most)
        try:
            yield from _members(stream, most_bytes)
            stream.check_rest()
        except ArchiveError:
            raise
        except BROKEN as error:
            raise ArchiveError(str(error) or type(error).__name__) from error


def _members(stream: "_Unpacked", most_bytes: int) -> Iterator[PackedFile]:
    with tarfile.open(fileobj=stream, mode="r:") as tar:  # type: ignore[call-overload]  # it reads, seeks and tells
        for number, member in enumerate(tar):
            if number >= MOST_MEMBERS:
                raise ArchiveError(f"it has more than {MOST_MEMBERS} files")
            if not 0 <= member.size <= most_bytes:
                raise ArchiveError(f"{member.name} in it has {member.size} bytes, more than a backup has")
            plain = member.isfile() and not member.issparse()
            file = tar.extractfile(member) if plain else None
            yield PackedFile(member.name, member.size, plain, file)


class _Unpacked:
    """The content of a gzip file, up to the limits of a backup."""

    def __init__(self, packed: BinaryIO, most: int) -> None:
        self._gzip = gzip.GzipFile(fileobj=packed, mode="rb")
        self._most = most

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= MOST_AT_ONCE:
            raise ArchiveError("a header in it is longer than a backup has one")
        return self._within(self._gzip.read(size))

    def seek(self, place: int) -> int:
        if place > self._most:
            raise ArchiveError(f"it unpacks to more than {self._most // 2**20} MiB")
        return self._gzip.seek(place)

    def tell(self) -> int:
        return self._gzip.tell()

    def check_rest(self) -> None:
        """Read to the end, where the checksum is. After the last member there must be only zeros."""
        while rest := self._within(self._gzip.read(MOST_AT_ONCE)):
            if rest.strip(b"\0"):
                raise ArchiveError("unexpected data after its last file")

    def _within(self, content: bytes) -> bytes:
        if self._gzip.tell() > self._most:
            raise ArchiveError(f"it unpacks to more than {self._most // 2**20} MiB")
        return content
