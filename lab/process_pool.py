"""Spread work over the processors. If the campaign is stopped, the workers stop at once and clean up."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, parent_process
from multiprocessing.connection import wait
from typing import Any, Generic, TypeVar

from lab.log_silence import silence

T = TypeVar("T")
R = TypeVar("R")

MOST_PROCESSES = 8
ENDS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""The signals that end a program."""
TIDIES_S = 1.0
"""The time that a worker has to remove its folders."""


def processes() -> int:
    return min(os.cpu_count() or 1, MOST_PROCESSES)


def spread(work: Callable[[T], R], tasks: Iterable[T], chunk: int = 1) -> Iterator[R]:
    """Yield the results in the order of the tasks."""
    with ProcessPoolExecutor(processes(), initializer=attend) as pool, stopping():
        try:
            with uninterrupted():
                results = pool.map(WorkerPool(work), tasks, chunksize=chunk)
            yield from results
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@dataclass(frozen=True, slots=True)
class WorkerPool(Generic[T, R]):
    """A task for a worker that may have received SIGTERM: the pool starts the next task even after SystemExit."""

    work: Callable[[T], R]

    def __call__(self, task: T) -> R:
        if signal.getsignal(signal.SIGTERM) is signal.SIG_IGN:
            sys.exit(1)
        return self.work(task)


@contextmanager
def stopping() -> Iterator[None]:
    """End the workers if the block ends by an exception."""
    try:
        yield
    except BaseException:
        for child in active_children():
            child.terminate()
        raise


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay signals that end the program until the block is over: interrupted, the pool would never release its lock.

    Ignored signals stay ignored, such as Ctrl-C in a shell's background job.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[int] = []
    before = {number: signal.getsignal(number) for number in ENDS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, lambda number_received, _: received.append(number_received))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for each in received:
        signal.raise_signal(each)


def attend() -> None:
    """Prepare a worker: silence its log, and end it on SIGTERM or when its parent is gone.

    The parent handles SIGINT and SIGHUP, which a terminal sends to all processes.
    """
    silence()
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_outlive, name="orphan", daemon=True).start()
    signal.signal(signal.SIGTERM, _end)


def _end(*_: Any) -> None:
    """End this worker. Its folders are removed first; a timer ends it if that takes too long."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    last = threading.Timer(TIDIES_S, os._exit, (1,))
    last.daemon = True
    last.start()
    sys.exit(1)


def _outlive() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
