"""Find the fastest safe disc: the motor must stop before the pocket after the last wanted token.

The firmware's loop determines how late the motor stops. The bound follows from the longest turn of the loop; payouts at
that speed show that no surplus token falls.
"""

from collections.abc import Iterator
from random import Random
from typing import TypeVar

from msgspec import structs

from firmware_bridge.firmware.settings import Settings
from hal.dispenser import Link
from hal.events import DispenserUp, PayOut, PayoutEnded
from lab.figure import Figure, published
from sim_hardware.clock import MS, Clock, S
from sim_hardware.dispenser import EmulatedDispenser
from sim_hardware.dispenser.loop_times import FIRST_FIRMWARE, TODAYS_FIRMWARE, LoopTimes
from sim_hardware.dispenser.mechanics import COIN_HOPPER, PRINTED, HopperMechanics

Heard = TypeVar("Heard")
MOST = 4
TOO_FAST = 0.4
"""The control's share of the shortest safe time between two pockets."""
BLOCKED_AFTER_NS = 500 * MS
"""The barrier is blocked at a random moment up to this time after a payout's start."""


def shortest_pocket_ns(loop: LoopTimes, of: HopperMechanics = COIN_HOPPER) -> int:
    """Return the shortest time between two pockets at which a disc never pays a surplus token."""
    return of.fall_ns + of.dark_ns + loop.worst_ns + 2 * of.jitter_ns


def shortest_blocked_pocket_ns(loop: LoopTimes, of: HopperMechanics = COIN_HOPPER) -> int:
    """Return the shortest time between two pockets at which at most one token passes uncounted behind an obstacle."""
    return shortest_pocket_ns(loop, of) + Settings().dark_ms * MS


def figures(payouts: int, seed: int) -> Iterator[Figure]:
    for name, loop in (("", TODAYS_FIRMWARE), (".first_firmware", FIRST_FIRMWARE)):
        pocket_ns = shortest_pocket_ns(loop)
        over = too_many(loop, pocket_ns, payouts, seed)
        note = f"{over} tokens too many in {payouts} payouts at this speed"
        yield _speed(f"dispense.fastest_disc{name}", pocket_ns, over == 0, note)
        pocket_ns = shortest_blocked_pocket_ns(loop)
        worst = most_uncounted(loop, pocket_ns, payouts, seed)
        note = f"at most {worst} passed uncounted in {payouts} payouts with a blocked barrier"
        yield _speed(f"dispense.fastest_disc.blocked{name}", pocket_ns, worst <= 1, note)
    yield from _printed(payouts, seed)
    over = too_many(FIRST_FIRMWARE, int(shortest_pocket_ns(FIRST_FIRMWARE) * TOO_FAST), payouts, seed)
    yield Figure("dispense.fastest_disc.control", over, "tokens too many", "> 0", over > 0, payouts)


def _printed(payouts: int, seed: int) -> Iterator[Figure]:
    """Yield the results of the kit's disc at its own speed."""
    over = too_many(TODAYS_FIRMWARE, PRINTED.pocket_ns, payouts, seed, PRINTED)
    worst = most_uncounted(TODAYS_FIRMWARE, PRINTED.pocket_ns, payouts, seed, PRINTED)
    safe = S / shortest_blocked_pocket_ns(TODAYS_FIRMWARE, PRINTED)
    note = f"{over} tokens too many, at most {worst} uncounted behind an obstacle; safe up to {safe:.1f}"
    ok = over <= 0 and worst <= 1  # a payout that jams ends short, and says so
    yield _speed("dispense.printed_disc", PRINTED.pocket_ns, ok, note)


def _speed(name: str, pocket_ns: int, ok: bool, note: str) -> Figure:
    figure = published(name, [S / pocket_ns], "tokens/s (virtual)")
    return structs.replace(figure, goal="safe", ok=ok, note=note)


class DiscBench:
    """A sound hopper with its link, which makes one payout after another."""

    def __init__(self, loop: LoopTimes, pocket_ns: int, tokens: int, seed: int, of: HopperMechanics) -> None:
        self.clock = Clock()
        self.dispenser = EmulatedDispenser(self.clock, (tokens,), seed, loop=loop, mechanics=of)
        self.dispenser.hoppers[0].pocket_ns = pocket_ns
        self._link = Link(self.dispenser.port)
        self._run_until(DispenserUp)
        self.clock.advance(S)

    def pay(self, job: str, count: int) -> PayoutEnded:
        self._link.request(PayOut(job, 0, count))
        ended = self._run_until(PayoutEnded)
        for _ in range(10):  # late tokens fall now
            self._step(20 * MS)
        return ended

    def _run_until(self, kind: type[Heard]) -> Heard:
        while True:
            for event in self._step(2 * MS):
                if isinstance(event, kind):
                    return event

    def _step(self, by_ns: int) -> tuple[object, ...]:
        self.clock.advance(by_ns)
        return self._link.step(self.clock.now_s)


def too_many(loop: LoopTimes, pocket_ns: int, payouts: int, seed: int, of: HopperMechanics = COIN_HOPPER) -> int:
    """Return the number of surplus tokens of a sound hopper."""
    chance = Random(seed)
    bench = DiscBench(loop, pocket_ns, payouts * (MOST + 4), seed, of)
    asked = 0
    for number in range(payouts):
        count = chance.randint(1, MOST)
        asked += count
        bench.pay(f"disc-{number}", count)
    return len(bench.dispenser.tray) - asked


def most_uncounted(loop: LoopTimes, pocket_ns: int, payouts: int, seed: int, of: HopperMechanics = COIN_HOPPER) -> int:
    """Return the largest number of uncounted tokens in one payout, with an obstacle in the barrier."""
    chance = Random(seed)
    bench = DiscBench(loop, pocket_ns, payouts * (MOST + 4), seed, of)
    most = 0
    for number in range(payouts):
        before = len(bench.dispenser.tray)
        bench.clock.after(chance.randrange(BLOCKED_AFTER_NS), lambda: bench.dispenser.fault("block"))
        ended = bench.pay(f"blocked-{number}", MOST)
        most = max(most, len(bench.dispenser.tray) - before - ended.passed)
        bench.dispenser.fault("clear")
        bench.clock.advance(S)
    return most
