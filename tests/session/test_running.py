"""A worker that fails is a message and a new try, not a silent table."""

import threading

from table.running import Worker


def test_work_that_fails_is_told_and_goes_on() -> None:
    done, told = threading.Event(), []
    calls = 0

    def work() -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise OSError("the cable")
        done.set()

    worker = Worker("link", work, lambda name, error: told.append((name, str(error))))
    worker.start()
    assert done.wait(5)
    worker.stop()
    assert worker.join()
    assert told == [("link", "the cable")]


def test_a_worker_that_never_started_is_joined() -> None:
    assert Worker("idle", lambda: None, lambda *_: None).join()
