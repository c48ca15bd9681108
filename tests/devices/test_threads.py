"""A worker that fails is a message and a new try, not a silent table."""

import threading

import pytest

from table.devices.threads import STOP_S, Worker, joined


@pytest.mark.slow
def test_work_that_fails_is_reported_and_goes_on() -> None:
    done, reported = threading.Event(), []
    calls = 0

    def work() -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise OSError("the cable")
        done.set()

    worker = Worker("link", work, lambda name, error: reported.append((name, str(error))))
    worker.start()
    assert done.wait(5)
    worker.stop()
    assert worker.join()
    assert reported == [("link", "the cable")]


def test_a_worker_that_never_started_is_joined() -> None:
    assert Worker("idle", lambda: None, lambda *_: None).join()


class Stuck(Worker):
    """Waited for as long as one is willing to, on a clock of its own."""

    now_s = 0.0

    def join(self, patience_s: float = STOP_S) -> bool:
        Stuck.now_s += patience_s
        return False


def test_however_many_are_stuck_all_together_are_waited_for_once() -> None:
    """A service is to end within 2 s of SIGTERM."""
    workers = [Stuck(name, lambda: None, lambda *_: None) for name in ("session", "link", "readers")]
    assert not joined(workers, STOP_S, lambda: Stuck.now_s)
    assert Stuck.now_s <= STOP_S < 2.0
