"""`command-table campaign forge`: do both verifiers find every forgery of a match file?

The file of a played match is changed in each byte, each line and each event, and with a recomputed hash chain. Two
verifiers, written in two languages from one specification, must reject each forgery.
"""

import json
import random
from collections.abc import Callable, Iterable, Iterator

from lab.campaigns.forge.forgeries import changed_bytes, changed_lines, rechained
from lab.figure import Figure
from lab.match_files import match_file
from lab.second_verifier import NoSecondVerifierError, accepted, every_byte
from lab.systems import systems
from table.config import Config
from table.devices.setup import Setup
from table.records.verify.verifier import verify

TURNS = 40
"""The number of answers in the sample match: enough for a reveal, a roll, orders and tokens."""
ALL = "100 %"


def campaign(count: int, seed: int, done: Callable[[int], None], turns: int = TURNS) -> Iterator[Figure]:
    """Change at most `count` bytes, one at a time; a sample match has about 40,000.

    `turns` is the number of answers before the match is ended.
    """
    sample = match_file(next(systems()), seed, turns)
    known = Setup.of(Config()).games
    head = verify(sample, known).head
    spared = [
        n for n, forged in enumerate(changed_bytes(sample, random.Random(seed), count)) if _passes(forged, done, n)
    ]
    tried = len(range(0, len(sample), max(1, -(-len(sample) // count))))
    yield _found("verify.forgeries_found.bytes", tried - len(spared), tried)
    lines = list(changed_lines(sample))
    yield _found("verify.forgeries_found.lines", sum(not verify(forged, known).ok for forged in lines), len(lines))
    again = list(rechained(sample))
    knowing = sum(not verify(forged, known, head).ok for forged in again)
    yield _found("verify.forgeries_found.rechained", knowing, len(again), "chain recomputed, true end known")
    alone = sum(not verify(forged, known).ok for forged in again)
    note = "chain recomputed, true end unknown: rules, seals and chance alone"
    yield Figure("verify.rechained_found", round(100 * alone / len(again), 1), "%", n=len(again), note=note)
    yield from _second_verifier(sample, lines)
    parsed = sum(not _parses(forged) for forged in lines)
    yield Figure("verify.forgeries_found.control", 100 * parsed / len(lines), "%", "fails", parsed < len(lines))


def _passes(forged: bytes, done: Callable[[int], None], n: int) -> bool:
    done(n)
    return verify(forged, {}).ok


def _second_verifier(sample: bytes, lines: list[bytes]) -> Iterator[Figure]:
    try:
        tried, missed = every_byte(sample)
        found = sum(not passed for passed in accepted(lines))
    except NoSecondVerifierError as error:
        yield Figure("verify.forgeries_found.second", 0, "%", ALL, ok=False, note=str(error))
        return
    yield _found("verify.forgeries_found.second.bytes", tried - len(missed), tried)
    yield _found("verify.forgeries_found.second.lines", found, len(lines))


def _parses(raw: bytes) -> bool:
    """True if each line is JSON: the control, a verifier that checks nothing else."""
    lines: Iterable[bytes] = raw.splitlines()
    try:
        return all(isinstance(json.loads(line), dict) for line in lines)
    except ValueError:
        return False


def _found(name: str, found: int, tried: int, note: str = "") -> Figure:
    return Figure(name, 100 * found / tried, "%", ALL, found == tried, n=tried, note=note)
