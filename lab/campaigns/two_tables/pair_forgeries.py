"""Forge the file of a match at two tables: change bytes and lines, or content, with both sides' keys."""

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from lab.campaigns.forge.forgeries import changed_bytes, changed_lines
from table.records.two_tables.canonical import canonical, from_canonical
from table.records.two_tables.pair_file import PairEnd, pair_lines, read_pair_file
from table.records.two_tables.pair_keys import SigningKey
from table.records.two_tables.paired_side import OwnRecord
from table.records.two_tables.statements import HeldBatch, batch_hash
from table.rules.seats import BLUE, RED, SEATS, Seat

Content = dict[str, Any]
OTHER = bytes(32).hex()


def forgeries(raw: bytes, disks: Mapping[Seat, Mapping[str, bytes]], most: int, rng: random.Random) -> Iterator[bytes]:
    """Yield forgeries, `most` at most: a third with other bytes, a third with other lines, the rest signed by both."""
    third = most // 3
    yield from changed_bytes(raw, rng, third)
    lines = list(changed_lines(raw))
    yield from rng.sample(lines, min(third, len(lines)))
    signed = list(signed_again(raw, disks))
    yield from rng.sample(signed, min(most - 2 * third, len(signed)))


def signed_again(raw: bytes, disks: Mapping[Seat, Mapping[str, bytes]]) -> Iterator[bytes]:
    """Yield files with one value changed, and every signature and hash made again with the keys of both sides."""
    records = {seat: from_canonical(disks[seat]["own"], OwnRecord) for seat in SEATS}
    keys = {seat: SigningKey(bytes.fromhex(records[seat].private)) for seat in SEATS}
    file = read_pair_file(raw)
    for place, held in enumerate(file.held):
        for edit in _edits(msgspec.json.decode(held.body)):
            bodies = [msgspec.json.decode(each.body) for each in file.held]
            edit(bodies[place])
            log = list(_signed(bodies, keys))
            yield b"".join(pair_lines(file.header, log, PairEnd(len(log), log[-1].hash)))


def _edits(batch: Content) -> Iterator[Callable[[Content], None]]:
    """Yield the changes to a batch that a verifier finds without the rules of the game."""
    for n, (_, bound, came) in enumerate(batch.get("chance", ())):
        if bound > 1:
            yield partial(_put, ("chance", n, 2), (came + 1) % bound)
    for field, names in (("openings", ("card", "salt", "leaf_salt", "lock")), ("parts", ("contribution",))):
        for n in range(len(batch.get(field, ()))):
            yield from (partial(_put, (field, n, name), OTHER) for name in names)
    for n, event in enumerate(batch["events"]):
        if event["type"] == "CardSealed":
            yield partial(_put, ("events", n, "commitment"), OTHER)
    yield from (partial(_put, (name,), OTHER) for name in ("last", "match"))


def _put(way: tuple[str | int, ...], value: Any, batch: Any) -> None:
    """Change the value at the end of a way through a batch."""
    for step in way[:-1]:
        batch = batch[step]
    batch[way[-1]] = value


def _signed(bodies: list[Content], keys: Mapping[Seat, SigningKey]) -> Iterator[HeldBatch]:
    """Yield the batches, signed again. Each names the one before it, unless that was what the forgery changed."""
    last = ""
    for body in bodies:
        raw = canonical(body if body["last"] == OTHER else body | {"last": last})
        last = batch_hash(raw)
        content = bytes.fromhex(last)
        proposal = keys[RED].sign("proposal", content) if body["from"] == RED else ""
        signatures = (keys[BLUE].sign("batch", content), proposal, keys[RED].sign("batch", content))
        yield HeldBatch(raw.decode(), *signatures)
