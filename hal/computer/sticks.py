"""USB sticks: where the system mounts them."""

import re
import sys
from pathlib import Path

PLACES = ("/media/", "/run/media/")
"""Sticks are mounted under these on Linux: by a desktop, and by the service's own udev rule."""


def sticks(root: Path = Path("/")) -> tuple[Path, ...]:
    """Return every stick that is plugged in and mounted now; none on Windows. `root` is another folder in tests."""
    if sys.platform == "darwin":
        found = [path for path in (root / "Volumes").glob("*") if not path.is_symlink()]
    else:
        found = [root / place.lstrip("/") for place in _mounts(root) if place.startswith(PLACES)]
    return tuple(sorted(found))


def _mounts(root: Path) -> list[str]:
    try:
        mounts = (root / "proc/mounts").read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
    return [_unescaped(line.split(" ")[1]) for line in mounts if line.count(" ") > 1]


def _unescaped(place: str) -> str:
    """Decode a path of /proc/mounts, where blanks and similar characters are written as three octal digits."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), place)
