"""The jobs that the dispenser remembers, and their outcomes."""

import binascii
import struct

STATES = ("running", "done", "jam", "empty", "blocked", "stopped", "unknown")
"""The states of a job. `unknown`: the power failed between its start and the writing of its end.

They are stored by index: never reorder them.
"""

RECORD_SIZE = 64
_LAYOUT = "<BBBBHHI24s"
_MAGIC = 0xD5


class Job:
    def __init__(self, job: str, hopper: int, asked: int, counter: int) -> None:
        self.job = job
        self.hopper = hopper
        self.asked = asked
        self.counter = counter
        """The event counter, as this job raised it."""
        self.passed = 0
        """The tokens that passed, without the late ones; for an `unknown` job the least number."""
        self.late = 0
        self.state = "running"

    def pack(self) -> bytes:
        """Return the flash record of the job. A later record of the same job replaces it."""
        body = struct.pack(
            _LAYOUT,
            _MAGIC,
            STATES.index(self.state),
            self.hopper,
            min(self.late, 255),
            self.asked,
            min(self.passed, 65535),
            self.counter,
            self.job.encode(),
        )
        return body + struct.pack("<I", binascii.crc32(body)) + b"\xff" * (RECORD_SIZE - len(body) - 4)


def unpack(record: bytes) -> "Job | None":
    """Return the job of a record; None if it is erased, torn, or not a record."""
    size = struct.calcsize(_LAYOUT)
    body = record[:size]
    if body[0] != _MAGIC or struct.unpack("<I", record[size : size + 4])[0] != binascii.crc32(body):
        return None
    _, state, hopper, late, asked, passed, counter, name = struct.unpack(_LAYOUT, body)
    job = Job(bytes(name).rstrip(b"\x00").decode(), hopper, asked, counter)
    job.state = STATES[state]
    job.passed = passed
    job.late = late
    return job


class Jobs:
    """Stores the newest jobs, oldest first. The event counter stops a host that repeats an older one."""

    KEPT = 24

    def __init__(self) -> None:
        self._jobs: list[Job] = []
        self.counter = 0

    def add(self, job: Job) -> None:
        """Add a job, or replace its earlier state. The order stays that of the event counter."""
        self.counter = max(self.counter, job.counter)
        for at in range(len(self._jobs)):
            if self._jobs[at].job == job.job:
                self._jobs[at] = job
                return
        self._jobs = self._jobs[-(self.KEPT - 1) :]
        self._jobs.append(job)

    def find(self, name: str) -> "Job | None":
        for job in self._jobs:
            if job.job == name:
                return job
        return None

    def last_of(self, hopper: int) -> "Job | None":
        """Return the job that a late token of this hopper belongs to, or None."""
        for job in reversed(self._jobs):
            if job.hopper == hopper:
                return job
        return None

    def all(self) -> "list[Job]":
        return list(self._jobs)
