"""Put something else in a file's place: pipes, devices, broken links, folders, endless files."""

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

SPARSE_BYTES = 2**33
"""Eight gigabytes that take no space."""


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _terminal(path: Path) -> None:
    path.symlink_to("/dev/tty")


def _nowhere(path: Path) -> None:
    path.symlink_to(path.with_name("nothing"))


def _circle(path: Path) -> None:
    path.symlink_to(path)


def _folder(path: Path) -> None:
    path.mkdir()


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server, suppress(OSError):  # a socket's path may be too long
        server.bind(str(path))


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(SPARSE_BYTES)


def _nothing(path: Path) -> None:
    pass


PLACES: Mapping[str, Callable[[Path], None]] = MappingProxyType(
    {
        "pipe": _pipe, "endless device": _endless, "terminal": _terminal, "link to nowhere": _nowhere,
        "link to itself": _circle, "folder": _folder, "socket": _socket, "sparse file": _sparse, "nothing": _nothing,
    }
)  # fmt: skip
