"""Run a network program until a signal ends it, and its parts until the first of them ends."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, TypeVar

from hal.computer.process import handle_in_loop

T = TypeVar("T")


def run_until_ended(serve: Callable[[], Coroutine[None, None, None]], ends: Iterable[int]) -> None:
    """Run `serve` until it returns, or one of these signals cancels it; the main thread only.

    The event loop handles them itself: an exception from an ordinary handler would count as an error of the running
    task. A signal that the parent process ignores stays ignored.
    """

    async def served() -> None:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        for number in ends:
            if task is not None and signal.getsignal(number) is not signal.SIG_IGN:
                handle_in_loop(loop, number, task.cancel)
        with suppress(asyncio.CancelledError):
            await serve()

    # On Windows asyncio's own default cannot wait for the socket of a broker.
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(served())


async def until_one_ends(*parts: Coroutine[Any, Any, T]) -> list[T]:
    """Run the parts until one of them ends, then cancel the others.

    Return the results of those that have ended, or raise the error of the first of them that failed.
    """
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return [task.result() for task in tasks if task in done]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
