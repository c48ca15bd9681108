"""What the dispenser was asked and what came of it, as it remembers them."""

import binascii
import struct

STATES = ("running", "done", "jam", "empty", "blocked", "stopped", "unknown")
"""`unknown`: the power went between the start and the writing down of the end. Stored by index: never reorder."""

RECORD_SIZE = 64
_LAYOUT = "<BBBBHHI24s"
_MAGIC = 0xD5


class Job:
    def __init__(self, job: str, hopper: int, asked: int, counter: int) -> None:
        self.job = job
        self.hopper = hopper
        self.asked = asked
        self.counter = counter
        """The event counter as this job raised it."""
        self.passed = 0
        """Without the late ones; of an `unknown` job the least."""
        self.late = 0
        self.state = "running"

    def pack(self) -> bytes:
        """A flash record: what is known of the job now; a later record of the same job replaces it."""
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
    """None: erased, torn, or never a record."""
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
    """The newest jobs, oldest first. Whoever repeats an older one is stopped by the event counter."""

    KEPT = 24

    def __init__(self) -> None:
        self._jobs: list[Job] = []
        self.counter = 0

    def add(self, job: Job) -> None:
        """New, or in the place of what was known of it: the order stays that of the event counter."""
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
        """The job that a late token of this hopper belongs to."""
        for job in reversed(self._jobs):
            if job.hopper == hopper:
                return job
        return None

    def all(self) -> "list[Job]":
        return list(self._jobs)
