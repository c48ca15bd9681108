"""Talk to the dispenser on a port without a session: ask for its version, and test its hoppers."""

import time
from collections.abc import Iterator
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from hal.dispenser import Link, open_serial
from hal.events import (
    DispenserDown,
    DispenserEvent,
    DispenserUp,
    HopperSign,
    Outcome,
    PayOut,
    PayoutEnded,
    PayoutUnknown,
    Sign,
    TokenLate,
    TokenPassed,
)
from table.rules.errors import DeviceError

PATIENCE_S = 8.0
PAYOUT_S = 1000.0
"""Longer than any hopper takes to give up, with the longest timings that its builder may set."""
LATE_S = 2.5
"""The wait for late tokens after a payout. The link asks for them once a second."""
TURN_TOKENS = 8
"""The tokens of a measured turn. An empty pocket doubles one time between two, and most of the seven must be right."""
POCKETS = 5
"""The pockets of the printed disc."""
STEP_MS = 50
"""Timings are rounded to this."""
LATE = "late"
BACKWARD = "backward"
MAY_PASS = ("dispenser.silent", "dispenser.reset", "dispenser.stopped", "dispenser.noisy")
"""The temporary faults of a dispenser that was just plugged in."""


class PicoError(DeviceError, OSError):
    """The Pico failed. `code` is a fault code with advice in the catalogues, or empty."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


class DiscTurn(NamedTuple):
    """The measured turn of a printed disc, and the timings that follow from it. Without a turn, `outcome` says why."""

    outcome: str
    turn_s: float = 0.0

    @property
    def feed_timeout_ms(self) -> int:
        return _rounded_ms(1.25 * self.turn_s)

    @property
    def reverse_ms(self) -> int:
        return _rounded_ms(self.turn_s / 4)


def _rounded_ms(turned_s: float) -> int:
    """Return the time of a part of a turn and of a token's way through the chute."""
    return round((turned_s * 1000 + 250) / STEP_MS) * STEP_MS


def greeting(port: str) -> DispenserUp:
    """Return the greeting of the dispenser at this port. Raises PicoError."""
    with _PicoLink(port) as bench:
        return bench.up()


def self_test(port: str, name: str) -> Iterator[tuple[int, str]]:
    """Pay one token from every hopper, and yield the hopper's number (from 0) and the outcome. Raises PicoError.

    `name` must be new for each test. Tokens that fall after their payout has ended are yielded last, as `late`, and
    then the hoppers that give tokens only while their motor is driven backward.
    """
    with _PicoLink(port) as bench:
        for hopper in range(bench.up().hoppers):
            yield hopper, bench.pay(f"{name}-{hopper}", hopper, 1)
        yield from ((hopper, tokens(LATE, count)) for hopper, count in sorted(bench.lates(name).items()))
        yield from ((hopper, BACKWARD) for hopper in bench.backward())


def measure_turn(port: str, name: str, hopper: int) -> DiscTurn:
    """Pay `TURN_TOKENS` from a printed hopper (from 0), and measure its turn by the times between. Raises PicoError.

    `name` must be new for each measurement.
    """
    with _PicoLink(port) as bench:
        bench.up()
        outcome = bench.pay(name, hopper, TURN_TOKENS)
        times = bench.pocket_times()
        return DiscTurn(outcome, POCKETS * median(times)) if outcome == Outcome.DONE and times else DiscTurn(outcome)


def tokens(outcome: str, count: int) -> str:
    return f"{outcome}, {count} token{'' if count == 1 else 's'}"


class _PicoLink:
    """A link to the dispenser without a session."""

    def __init__(self, port: str) -> None:
        self._link = Link(lambda: open_serial(port))
        self._late: list[TokenLate] = []
        self._signs: dict[int, Sign] = {}
        self._passed: list[tuple[int, float]] = []
        """The last job's counts, and when they were reported."""

    def __enter__(self) -> "_PicoLink":
        return self

    def __exit__(self, *_: object) -> None:
        self._link.close()

    def up(self) -> DispenserUp:
        code, detail = "dispenser.silent", ""
        for event in self._events(PATIENCE_S):
            if isinstance(event, DispenserUp):
                return event
            if isinstance(event, DispenserDown):
                code, detail = event.fault.code, event.fault.detail
                if code not in MAY_PASS:
                    break
        raise PicoError(code, detail)

    def pay(self, job: str, hopper: int, count: int) -> str:
        """Return the outcome, with the number of tokens if it is another."""
        self._link.request(PayOut(job, hopper, count))
        for event in self._events(PAYOUT_S):
            if isinstance(event, PayoutEnded):
                outcome = " ".join(word for word in (str(event.outcome), event.reason) if word)
                return outcome if event.passed == count else tokens(outcome, event.passed)
            if isinstance(event, PayoutUnknown):
                return "unknown"
            if isinstance(event, DispenserDown):
                raise PicoError(event.fault.code, event.fault.detail)
        return "no answer"

    def pocket_times(self) -> list[float]:
        """Return the seconds from token to token of the last payout. A lost report's share is that of the next one."""
        return [(then - now) / (more - some) for (some, now), (more, then) in pairwise(self._passed) if more > some]

    def lates(self, name: str) -> dict[int, int]:
        """Return the late tokens by hopper, of payouts with this name only.

        The Pico also knows those of the last match.
        """
        for event in self._events(LATE_S):
            if isinstance(event, DispenserDown):
                raise PicoError(event.fault.code, event.fault.detail)
        return {event.hopper: event.late for event in self._late if event.job.startswith(f"{name}-")}

    def backward(self) -> list[int]:
        """Return the hoppers whose motor turns the wrong way."""
        return sorted(hopper for hopper, sign in self._signs.items() if sign is Sign.BACKWARD)

    def _events(self, most_s: float) -> Iterator[DispenserEvent]:
        until_s = time.monotonic() + most_s
        while time.monotonic() < until_s:
            for event in self._link.step(time.monotonic()):
                if isinstance(event, TokenLate):
                    self._late.append(event)
                if isinstance(event, HopperSign):
                    self._signs[event.hopper] = event.sign
                if isinstance(event, TokenPassed):
                    self._passed.append((event.passed, time.monotonic()))
                yield event
            deadline_s = self._link.next_deadline()
            self._link.wait(0.2 if deadline_s is None else min(max(deadline_s - time.monotonic(), 0.0), 0.2))
