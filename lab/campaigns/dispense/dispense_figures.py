"""Measure the dispenser: the cost of the link, the speed of payouts, and the time to recover.

The figures of the campaign are in `dispense_campaign.py`.
"""

import time
from collections.abc import Iterator
from random import Random

from firmware_bridge import wire
from firmware_bridge.firmware.settings import ERASE_REST_MS, Settings
from hal.dispenser import Link, open_serial
from hal.events import DispenserEvent, DispenserUp, PayOut, PayoutEnded, TokenPassed
from lab.campaigns.dispense.payout_game import KINDS, ORDER
from lab.campaigns.dispense.payout_table import PayoutTable
from lab.figure import Figure, NotMeasuredError, at_least, at_most, published
from lab.log_silence import unwarned
from sim_hardware.clock import MS, Clock, S
from sim_hardware.dispenser import EmulatedDispenser, PtyDispenser
from sim_hardware.dispenser.loop_times import FIRST_FIRMWARE, NO_TIME, TODAYS_FIRMWARE, LoopTimes
from sim_hardware.dispenser.mechanics import COIN_HOPPER
from table.records.temporary import temporary_folder
from table.rules.commands import Answer
from table.rules.seats import BLUE

PAYOUTS = 60
BURST = 10
"""The number of payouts without a pause. The Pico tidies its flash in the pause, as between two turns."""
UNBROKEN = 100
NOISE_BYTES = 1_000_000
PATIENCE_S = 10.0
ANSWER = "from request to confirmation without the mechanics, with the turns of the firmware's own loop"


def measure(seed: int) -> Iterator[Figure]:
    yield at_most("dispense.link_overhead", link_overhead_ms(seed), 10, "ms", judged="p99")
    yield at_most("dispense.link_unbroken", unbroken_ms(seed, NO_TIME), 50, "ms (virtual)", judged="max")
    for name, loop in (("dispense.answer", TODAYS_FIRMWARE), ("dispense.answer.first_firmware", FIRST_FIRMWARE)):
        yield published(name, unbroken_ms(seed, loop), "ms (virtual)", note=ANSWER)
    yield at_least("dispense.rate", rate(seed), 7, "tokens/s (virtual)")
    with unwarned():
        taken = [recovery_s(cut, seed + n) for cut in ("kill", "power-cut") for n in range(20)]
    yield at_most("dispense.recovery", taken, 2, "s (virtual)", judged="max")
    yield at_most("dispense.noise.buffer", [noise_buffer(seed)], 256, "bytes")


def link_overhead_ms(seed: int) -> list[float]:
    """Return the times from request to confirmation, one token at a time over a pseudo-terminal, without the mechanics.

    The time of the mechanics runs from the disc's start to the token's passing, plus the settling time for a further
    token. The turns of the firmware's loop are also left out; `dispense.answer` includes them.
    """
    with temporary_folder() as folder:
        return _link_overhead_ms(PtyDispenser((PAYOUTS + 1,), folder, seed, loop=NO_TIME))


def _link_overhead_ms(dispenser: PtyDispenser) -> list[float]:
    link = Link(lambda: open_serial(dispenser.path))
    rest_s = Settings().settle_ms / 1000
    taken = []
    try:
        _until(link, DispenserUp)
        _rest(link, rest_s * 2)  # After power-up the firmware waits for late tokens.
        for n in range(PAYOUTS):
            if n and n % BURST == 0:
                _rest(link, ERASE_REST_MS / 1000 + 0.5)
            began_s = time.monotonic()
            link.request(PayOut(f"overhead-{n}", 0, 1))
            _until(link, PayoutEnded)
            taken.append((time.monotonic() - began_s - dispenser.fed_s(0) - rest_s) * 1000)
    finally:
        link.close()
        dispenser.close()
    return taken


def unbroken_ms(seed: int, loop: LoopTimes) -> list[float]:
    """Return the same times in virtual time, for many payouts without a pause: they include tidying the flash."""
    clock = Clock()
    dispenser = EmulatedDispenser(clock, (UNBROKEN,), seed, loop=loop, mechanics=COIN_HOPPER)
    link = Link(dispenser.port)
    until_ns = int((ERASE_REST_MS / 1000 + 2) * S)
    while clock.now_ns < until_ns:
        clock.advance(MS)
        link.step(clock.now_s)
    disc = dispenser.hoppers[0]
    taken = []
    for n in range(UNBROKEN):
        began_ns = clock.now_ns
        link.request(PayOut(f"unbroken-{n}", 0, 1))
        while not any(isinstance(event, PayoutEnded) for event in link.step(clock.now_s)):
            clock.advance(MS // 4)
        taken.append((clock.now_ns - began_ns - (disc.through_ns - disc.started_ns)) / MS - Settings().settle_ms)
    return taken


def _until(link: Link, kind: type[DispenserEvent]) -> None:
    """Step the link, as the table's link thread does, until it reports this event. Raises TimeoutError."""
    until_s = time.monotonic() + PATIENCE_S
    while (now_s := time.monotonic()) < until_s:
        if any(isinstance(event, kind) for event in link.step(now_s)):
            return
        deadline_s = link.next_deadline()
        link.wait(0.5 if deadline_s is None else min(max(deadline_s - time.monotonic(), 0.0), 0.5))
    raise TimeoutError(f"no {kind.__name__} in {PATIENCE_S} s")


def _rest(link: Link, seconds: float) -> None:
    until_s = time.monotonic() + seconds
    while (now_s := time.monotonic()) < until_s:
        link.step(now_s)
        link.wait(min(0.2, until_s - now_s))


def rate(seed: int) -> list[float]:
    """Return the rate from the first to the last token of a job of fifteen, by the reports to the host."""
    clock = Clock()
    dispenser = EmulatedDispenser(clock, (20,), seed, mechanics=COIN_HOPPER)
    link = Link(dispenser.port)
    passed_s: list[float] = []
    asked = False
    while len(passed_s) < 15:
        clock.advance(MS)
        for event in link.step(clock.now_s):
            if isinstance(event, DispenserUp) and not asked:
                asked = True
                link.request(PayOut("rate-1", 0, 15))
            if isinstance(event, TokenPassed):
                passed_s.append(clock.now_s)
    return [14 / (passed_s[-1] - passed_s[0])]


def recovery_s(cut: str, seed: int) -> float:
    """Return the time to recover from a cut in the middle of a payout of four.

    It runs from the restart of host or Pico until the dispenser reports its count or the players are asked.
    """
    table = PayoutTable(seed)
    while not table.ledger.up:
        table.wait(0.05)
    table.answer(Answer(BLUE, ORDER, f"{KINDS[0]}-4"))
    table.wait(0.15 + seed % 10 * 0.03)
    table.arm(1, cut, 300 * MS)
    while table.is_whole:
        table.turn(table.clock.now_ns + 10 * MS)
    back_ns = table.clock.now_ns + 300 * MS
    while not _knows(table):
        table.turn(table.clock.now_ns + 10 * MS)
        if table.clock.now_ns > back_ns + 60 * S:
            raise TimeoutError(f"not recovered from {cut}, seed {seed}")
    table.close()
    return (table.clock.now_ns - back_ns) / S


def _knows(table: PayoutTable) -> bool:
    """True if the dispenser has reported the number of dispensed tokens."""
    ledger = table.ledger
    if not table.is_whole or not ledger.up:
        return False
    if any(job.called_unknown for job in ledger.jobs):
        return True
    return ledger.out_of(KINDS[0]) == len(table.dispenser.tray)


def noise_buffer(seed: int) -> int:
    """Return the largest buffer of the parser for a million random bytes, and check that it still parses afterwards."""
    chance = Random(seed)
    reader = wire.LineReader()
    most = 0
    for _ in range(NOISE_BYTES // 50):
        noise = chance.randbytes(50)
        reader.feed(noise if chance.random() < 0.5 else bytes(0x20 + byte % 0x5F for byte in noise))
        most = max(most, reader.held())
    if reader.feed(b"\n" + wire.encode("beat", 1)) != [["beat", "1"]]:
        raise NotMeasuredError("the parser did not outlive the noise")
    return most
