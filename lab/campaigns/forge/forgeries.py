"""Forge match files: change bytes and lines, and change content and recompute the chain."""

import random
from collections.abc import Iterator, Sequence
from itertools import chain

from table.records.journal import Batch, batch_body, chain_next, chain_start
from table.records.verify.file import MatchFile, batch_line, end_line, header_line, read


def changed_bytes(raw: bytes, rng: random.Random, most: int) -> Iterator[bytes]:
    """Yield the file with one byte changed: each byte, or `most` bytes evenly spread."""
    step = max(1, -(-len(raw) // most))
    forged = bytearray(raw)
    for place in range(0, len(raw), step):
        was = forged[place]
        forged[place] = (was + rng.randrange(1, 256)) % 256
        yield bytes(forged)
        forged[place] = was


def changed_lines(raw: bytes) -> Iterator[bytes]:
    """Yield the file with one line dropped, doubled, or swapped with the next, or with all lines behind it cut off."""
    lines = raw.splitlines(keepends=True)
    for n, line in enumerate(lines):
        yield b"".join((*lines[:n], *lines[n + 1 :]))
        yield b"".join((*lines[:n], line, *lines[n:]))
        if n + 1 < len(lines):
            yield b"".join((*lines[:n], lines[n + 1], line, *lines[n + 2 :]))
            yield b"".join(lines[: n + 1])


def rechained(raw: bytes) -> Iterator[bytes]:
    """Yield the file with batches and events dropped, doubled and swapped, and with a correct chain."""
    file = read(raw)
    bodies = [_body(batch) for batch in file.batches]
    for n in range(len(bodies)):
        others = chain(_rearranged(bodies, n), ([*bodies[:n], body, *bodies[n + 1 :]] for body in _events(file, n)))
        for forged in others:
            if forged and forged != bodies:
                yield rewritten(file.match, file.system, forged)


def rewritten(match: str, system: str, bodies: Sequence[bytes]) -> bytes:
    """Return a match file with these batches and a correct chain."""
    head, lines = chain_start(match), [header_line(match, system)]
    for body in bodies:
        head = chain_next(head, body)
        lines.append(batch_line(head, body))
    return b"".join((*lines, end_line(head, len(bodies))))


def _rearranged(items: list[bytes], n: int) -> Iterator[list[bytes]]:
    yield [*items[:n], *items[n + 1 :]]
    yield [*items[:n], items[n], *items[n:]]
    if n + 1 < len(items):
        yield [*items[:n], items[n + 1], items[n], *items[n + 2 :]]


def _events(file: MatchFile, n: int) -> Iterator[bytes]:
    """Yield the batch with an event dropped, doubled or swapped."""
    batch = file.batches[n]
    events = [bytes(event) for event in batch.events]
    for place in range(len(events)):
        for forged in _rearranged(events, place):
            yield batch_body(forged, bytes(batch.cause))


def _body(batch: Batch) -> bytes:
    return batch_body([bytes(event) for event in batch.events], bytes(batch.cause))
