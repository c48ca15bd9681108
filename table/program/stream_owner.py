"""A part of the running table with sockets on a thread of their own, where it has any."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table.devices.stream_sockets import StreamThread


class StreamOwner:
    """The owner of a thread that may not be there: its sockets are not wanted, or could not be made."""

    _thread: "StreamThread | None" = None

    def start(self) -> None:
        if self._thread is not None:
            self._thread.start()

    def stop(self) -> None:
        """Let the thread end. Does not wait."""
        if self._thread is not None:
            self._thread.stop()

    def close(self, patience_s: float) -> None:
        """Close the sockets and remove their files, after `stop`."""
        if self._thread is not None:
            self._thread.close(patience_s)

    def _wake(self) -> None:
        """Let the thread look at what there is to send. For any thread."""
        if self._thread is not None:
            self._thread.wake()
