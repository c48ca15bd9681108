"""Pack the files of a wheel or a source archive again: the same bytes on every machine, and fewer of them."""

import gzip
import io
import struct
import tarfile
import time
import zlib
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

Deflate = Callable[[bytes], bytes]
"""Compresses to a raw deflate stream."""
VERSION_NEEDED, UNIX = 20, 3 << 8 | 20
UTF_8 = 1 << 11
READABLE, RUNNABLE = 0o644, 0o755
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first time that a zip archive can hold."""


class ReleaseFile(NamedTuple):
    name: str
    content: bytes
    runnable: bool


def smallest(content: bytes) -> bytes:
    """Pack with zopfli, which takes a hundred times as long as zlib. Any zip program unpacks it."""
    import zopfli.zlib

    packed: bytes = zopfli.zlib.compress(content)
    return packed[2:-4]  # without the head and the checksum of zlib


def quick(content: bytes) -> bytes:
    return zlib.compress(content, 9)[2:-4]


def read_wheel(file: Path) -> list[ReleaseFile]:
    """Return the members of a wheel in its own order: its metadata comes last."""
    with ZipFile(file) as archive:
        return [
            ReleaseFile(each.filename, archive.read(each), bool(each.external_attr >> 16 & 0o100))
            for each in archive.infolist()
        ]


def zipped(members: Iterable[ReleaseFile], made_at: int, deflate: Deflate = smallest) -> bytes:
    """Return a zip archive. `made_at` is in seconds since 1970, and stands for the times of all files.

    Two processes compress. `zipfile` cannot store what is compressed already.
    """
    members = list(members)
    with ProcessPoolExecutor(2) as pool:
        packed = list(pool.map(deflate, (each.content for each in members), chunksize=16))
    day, clock = _dos_time(made_at)
    files, directory = bytearray(), bytearray()
    for member, deflated in zip(members, packed, strict=True):
        method, data = (ZIP_DEFLATED, deflated) if len(deflated) < len(member.content) else (ZIP_STORED, member.content)
        name = member.name.encode()
        flags = 0 if name.isascii() else UTF_8
        checksum, sizes = zlib.crc32(member.content), (len(data), len(member.content))
        common = struct.pack("<HHHHHIIIHH", VERSION_NEEDED, flags, method, clock, day, checksum, *sizes, len(name), 0)
        mode = (0o100000 | (RUNNABLE if member.runnable else READABLE)) << 16
        directory += (
            b"PK\1\2" + struct.pack("<H", UNIX) + common + struct.pack("<HHHII", 0, 0, 0, mode, len(files)) + name
        )
        files += b"PK\3\4" + common + name + data
    end = struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(directory), len(files), 0)
    return bytes(files + directory + b"PK\5\6" + end)


def _dos_time(made_at: int) -> tuple[int, int]:
    year, month, day, hour, minute, second = max(EARLIEST, time.gmtime(made_at)[:6])
    return (year - 1980) << 9 | month << 5 | day, hour << 11 | minute << 5 | second // 2


def read_sources(file: Path) -> list[ReleaseFile]:
    """Return the files of a source archive."""
    with tarfile.open(file) as archive:
        found = ((each, archive.extractfile(each)) for each in archive)
        return [
            ReleaseFile(each.name, data.read(), bool(each.mode & 0o100)) for each, data in found if data is not None
        ]


def tarred(members: Iterable[ReleaseFile], made_at: int) -> bytes:
    """Return a compressed tar archive, in the order of names, without the names and times of a builder."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for member in sorted(members):
            entry = tarfile.TarInfo(member.name)
            entry.size, entry.mtime = len(member.content), made_at
            entry.mode = RUNNABLE if member.runnable else READABLE
            archive.addfile(entry, io.BytesIO(member.content))
    return gzip.compress(packed.getvalue(), 9, mtime=made_at)
