"""The wait of a thread for a signal or a file."""

import os
import threading
from collections.abc import Iterator

import pytest

from hal.computer.waiting import Waiting


@pytest.fixture(params=[False, True], ids=["without files", "with files"])
def waiting(request: pytest.FixtureRequest) -> Iterator[Waiting]:
    made = Waiting(with_files=request.param)
    yield made
    made.close()


def ends(waiting: Waiting, *files: int, timeout_s: float | None = None) -> bool:
    """True if the wait ends at all."""
    thread = threading.Thread(target=waiting.wait, args=(files, timeout_s), daemon=True)
    thread.start()
    thread.join(10.0)
    return not thread.is_alive()


def test_a_signal_before_the_wait_ends_it(waiting: Waiting) -> None:
    waiting.wake()
    assert ends(waiting)


def test_many_signals_are_one(waiting: Waiting) -> None:
    for _ in range(100_000):
        waiting.wake()
    waiting.clear()
    assert ends(waiting, timeout_s=0.01)
    waiting.wake()
    assert ends(waiting)


def test_a_file_that_can_be_read_ends_the_wait() -> None:
    waiting, (out, into) = Waiting(with_files=True), os.pipe()
    os.write(into, b"\0")
    assert ends(waiting, out)
    for file in (out, into):
        os.close(file)
    waiting.close()


def test_a_file_that_was_closed_meanwhile_is_no_error_and_no_haste() -> None:
    waiting, (out, into) = Waiting(with_files=True), os.pipe()
    for file in (out, into):
        os.close(file)
    assert ends(waiting, out, timeout_s=0.01)
    waiting.close()
