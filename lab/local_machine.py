"""Use this machine: a free port, and the memory of a process."""

import re
import socket
from pathlib import Path


def free_port() -> int:
    """Return an unused port of this machine."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def resident_mb(process: int) -> float:
    """Return the resident memory of a process in units of 1,000,000 bytes, or 0 if it has ended or /proc is missing."""
    try:
        status = Path(f"/proc/{process}/status").read_text("ascii")
    except OSError:
        return 0.0
    found = re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)
    return 0.0 if found is None else int(found[1]) * 1024 / 1e6
