"""A signal leaves a mark behind for the loop that it interrupts."""


class EndRequest:
    """True once the program was asked to end. Call it to ask; it is also a signal handler.

    It takes no lock. A `threading.Event` does, and a handler that waits for the lock of one in which it has interrupted
    the main thread waits for ever. The loop looks at it in each round, at most `table.screen.loop.IDLE_S` later.
    """

    def __init__(self) -> None:
        self._requested = False

    def __call__(self, *_: object) -> None:
        self._requested = True

    def __bool__(self) -> bool:
        return self._requested
