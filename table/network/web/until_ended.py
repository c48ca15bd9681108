"""A program of the network runs until a signal ends it."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress

from hal.computer.process import handle_in_loop


def run_until_ended(serve: Callable[[], Coroutine[None, None, None]], ends: Iterable[int]) -> None:
    """Run `serve` until it returns, or one of these signals cancels it; the main thread only.

    The event loop has to heed them itself: it takes what a handler raises for an error of whatever it is at. A signal
    that whoever started the program ignores is ignored on.
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
