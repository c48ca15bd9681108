"""Use this machine: a free port, and the memory of a process."""

import socket
from pathlib import Path


def free_port() -> int:
    """Return an unused port of this machine."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def status_of(process: int | str, field: str) -> str:
    """Return a field of a process's status, or nothing if the process has ended or /proc is missing."""
    try:
        status = Path(f"/proc/{process}/status").read_text("ascii")
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in status.splitlines() if line.startswith(f"{field}:")), "")


def resident_mb(process: int | str, field: str = "VmRSS") -> float:
    """Return the resident memory of a process in units of 1,000,000 bytes, or 0 without it. VmHWM is its maximum."""
    return int((status_of(process, field) or "0").split()[0]) * 1024 / 1e6
