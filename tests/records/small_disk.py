"""A file system of its own, so small that it is soon full; and read-only when that is asked for."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """256 KiB of a file system of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)], capture_output=True)
    if made.returncode:
        pytest.skip("a disk of one's own takes the right to mount")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(place: Path) -> Path:
    rest = place / "rest"
    room = os.statvfs(place)
    rest.write_bytes(bytes(room.f_bavail * room.f_bsize))
    return rest
