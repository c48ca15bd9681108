"""What each reader of a table saw last, over all its buses: a UID at two of them is believed at neither."""

from threading import Lock


class Sightings:
    """Any thread may call."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._seen: dict[str, bytes | None] = {}
        """Of each reader, the UID in its last look."""
        self._resting: dict[str, bytes | None] = {}
        """Of each reader, the card that was reported there."""

    def saw(self, reader: str, uid: bytes | None) -> None:
        with self._lock:
            self._seen[reader] = uid

    def rests(self, reader: str, uid: bytes | None) -> None:
        with self._lock:
            self._resting[reader] = uid

    def forget(self, reader: str) -> None:
        """It is gone: what it saw says nothing any more."""
        self.saw(reader, None)
        self.rests(reader, None)

    def elsewhere(self, reader: str, uid: bytes) -> bool:
        """Whether any other reader sees this UID, or holds it."""
        with self._lock:
            return any(
                found == uid and name != reader
                for findings in (self._seen, self._resting)
                for name, found in findings.items()
            )
