"""The last sightings of all readers on all buses. A UID at two readers is rejected at both."""

from threading import Lock


class CrossTalk:
    """The sightings of a table's readers. Any thread may call."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._seen: dict[str, bytes | None] = {}
        """The UID in the last look of each reader."""
        self._resting: dict[str, bytes | None] = {}
        """The UID that was reported at each reader."""

    def saw(self, reader: str, uid: bytes | None) -> None:
        with self._lock:
            self._seen[reader] = uid

    def rests(self, reader: str, uid: bytes | None) -> None:
        with self._lock:
            self._resting[reader] = uid

    def forget(self, reader: str) -> None:
        """Forget the sightings of a lost reader."""
        self.saw(reader, None)
        self.rests(reader, None)

    def elsewhere(self, reader: str, uid: bytes) -> bool:
        """True if any other reader sees this UID, or holds it."""
        with self._lock:
            return any(
                found == uid and name != reader
                for findings in (self._seen, self._resting)
                for name, found in findings.items()
            )
