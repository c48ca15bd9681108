"""A program of the network runs until a signal ends it."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress


def run_until_ended(serve: Callable[[], Coroutine[None, None, None]], ends: Iterable[int]) -> None:
    """Run `serve` until it returns, or one of these signals cancels it; the main thread only.

    The event loop has to heed them itself: it takes what a handler raises for an error of whatever it is at. A signal
    that whoever started the program ignores is ignored on.
    """

    async def served() -> None:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        for number in ends:
            if task is not None and signal.getsignal(number) is not signal.SIG_IGN:
                loop.add_signal_handler(number, task.cancel)
        with suppress(asyncio.CancelledError):
            await serve()

    asyncio.run(served())
