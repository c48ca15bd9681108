"""Examine the computer: disk, clock, power. `root` holds /sys and /dev; tests give another folder."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from hal.computer.files import open_handle
from hal.computer.users import HAS_OWNERS, user_id
from hal.events import Fault
from hal.ground import clock_fault, shown_date
from table.devices.hands_on.senses import throttled
from table.program.doctor.finding import Finding, faulty, mend, named, note, skipped, well
from table.records.ground import folder_fault
from table.records.lock import exposed, whose

PROBE = "doctor-probe"
WRITES = 20
SLOW_MS = 100.0
"""Players notice slower writes: the lamp changes late after a press."""
FORGETFUL = frozenset({"tmpfs", "ramfs", "overlay"})
UNDERVOLTED, UNDERVOLTED_ONCE = 1 << 0, 1 << 16
THROTTLED, THROTTLED_ONCE = 0b1110, 0b1110 << 16
"""Bits of the firmware's get_throttled (Raspberry Pi documentation, vcgencmd)."""


def disk(folder: Path, now_s: Callable[[], float]) -> Iterator[Finding]:
    """Return whether a match can be written here, how fast, and how much space is left."""
    part = named("disk", folder=str(folder))
    if (fault := folder_fault(folder)) is not None:
        yield faulty(part, fault)
    try:
        times_ms = sorted(_writes(folder / PROBE, now_s))
    except OSError as error:
        if fault is None:
            yield faulty(part, Fault("state.unwritable", str(folder), error.strerror or str(error)))
        return
    worst_ms = times_ms[-1]
    values = {"median": f"{times_ms[len(times_ms) // 2]:.1f}", "worst": f"{worst_ms:.1f}"}
    yield mend(part, "disk.slow", **values) if worst_ms > SLOW_MS else well(part, "disk.well", **values)
    if fault is None:
        yield well(named("space"), "space.well", free=shutil.disk_usage(folder).free // 1_000_000)
    secrets = named("private")
    if not HAS_OWNERS:
        yield skipped(secrets, "private.unknown")
        return
    faults = tuple(exposed(folder, whose(folder, user_id())))
    for fault in faults:
        yield faulty(secrets, fault)
    if not faults:
        yield well(secrets, "private.well")


def lasting(folder: Path, root: Path) -> Iterator[Finding]:
    """True if a file in this folder survives a power cut: it is neither in memory nor on an overlay of memory."""
    part = named("lasting")
    try:
        mounts = [line.split() for line in (root / "proc/mounts").read_text("utf-8").splitlines()]
    except OSError:
        yield skipped(part, "lasting.unknown")
        return
    above = [(where, kind) for _, where, kind, *_ in mounts if folder.is_relative_to(where)]
    where, kind = max(above, key=lambda mount: len(mount[0]), default=("/", "?"))
    if kind in FORGETFUL:
        yield mend(part, "lasting.forgets", where=where, kind=kind)
    else:
        yield well(part, "lasting.well", kind=kind)


def _writes(probe: Path, now_s: Callable[[], float]) -> Iterator[float]:
    """Return the milliseconds that each of several synced page writes took."""
    handle = open_handle(probe, os.O_CREAT | os.O_RDWR, follow=False)
    try:
        for _ in range(WRITES):
            began_s = now_s()
            os.lseek(handle, 0, os.SEEK_SET)
            os.write(handle, bytes(4096))
            os.fsync(handle)
            yield (now_s() - began_s) * 1000
    finally:
        os.close(handle)
        probe.unlink(missing_ok=True)


def clock(root: Path, now: datetime | None = None) -> Iterator[Finding]:
    """Examine the clock, which only dates files: a match has its own time.

    A Pi without a clock battery starts with an old time.
    """
    part = named("clock")
    now = now or datetime.now(UTC)
    fault, date = clock_fault(now), shown_date(now)
    if fault is not None:
        yield faulty(part, fault)
    elif not any((root / "dev").glob("rtc*")):
        yield note(part, "clock.no_battery", date=date)
    else:
        yield well(part, "clock.well", date=date)
    if time.get_clock_info("monotonic").adjustable:
        yield mend(part, "clock.monotonic")


def power(root: Path) -> Iterator[Finding]:
    part = named("power")
    if (bits := throttled(root)) is None:
        yield skipped(part, "power.unknown")
        return
    if bits & UNDERVOLTED:
        yield mend(part, "power.low")
    elif bits & UNDERVOLTED_ONCE:
        yield mend(part, "power.was_low")
    elif bits & (THROTTLED | THROTTLED_ONCE):
        yield mend(part, "power.hot")
    else:
        yield well(part, "power.well")
