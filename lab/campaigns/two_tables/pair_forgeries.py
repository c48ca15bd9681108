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
HIGHEST_BIT = 40
"""A bit beyond every place in a hand."""


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
    yield from _other_forms(batch)


def _other_forms(batch: Content) -> Iterator[Callable[[Content], None]]:
    """Yield the changes to a batch's form: a field too many, one too few, an empty one, and one out of order."""
    yield from (partial(_put, (name,), None) for name in ("more", "state"))
    yield from (partial(_put, (name,), []) for name in ("openings", "parts", "chance", "offers", "signed"))
    yield from (
        partial(_drop, (name,))
        for name in ("command", "offers", "signed", "proposal", "lock", "events")
        if name in batch
    )
    if "lock" in batch:
        yield from (partial(_put, ("lock", name), 7) for name in ("attempt", "round"))
    for field in ("openings", "parts"):
        for n in range(len(batch.get(field, ()))):
            yield partial(_put, (field, n, "more"), 1)
            yield partial(_repeat, (field, n))
            yield partial(_drop, (field, n))
    for n, event in enumerate(batch["events"]):
        if event["type"] in ("CardSealed", "SealOpened"):
            yield from (partial(change, ("events", n)) for change in (_repeat, _drop))
        if event["type"] == "SealOpened":
            yield partial(_put, ("events", n, "salt"), OTHER)
            yield partial(_put, ("openings", 0, "index"), 1 << HIGHEST_BIT)
            yield partial(_relock, event)
            yield _by_red


def _drop(way: tuple[str | int, ...], batch: Any) -> None:
    """Leave out the value at the end of a way through a batch."""
    for step in way[:-1]:
        batch = batch[step]
    del batch[way[-1]]


def _repeat(way: tuple[str | int, ...], batch: Any) -> None:
    """Write the value at the end of a way through a batch twice."""
    for step in way[:-1]:
        batch = batch[step]
    batch.insert(way[-1], batch[way[-1]])


def _relock(shown: Content, batch: Content) -> None:
    """Take a lock back in its reveal, and make the same one again."""
    seat = {"seat": shown["seat"]}
    lock = {"commitment": shown["commitment"], "type": "CardSealed", **seat}
    batch["events"][:0] = [{"type": "SealWithdrawn", **seat}, lock]
    batch["lock"] = {"attempt": 1, "round": 1}


def _by_red(batch: Content) -> None:
    batch.update({"from": "red", "proposal": ""})  # which is signed again


def _put(way: tuple[str | int, ...], value: Any, batch: Any) -> None:
    """Change the value at the end of a way through a batch."""
    for step in way[:-1]:
        batch = batch[step]
    batch[way[-1]] = value


def _signed(bodies: list[Content], keys: Mapping[Seat, SigningKey]) -> Iterator[HeldBatch]:
    """Yield the batches, signed again. Each refers to the previous one, unless the forgery changed that reference."""
    last = ""
    for body in bodies:
        follows = body if body["last"] == OTHER else body | {"last": last}
        if isinstance(offers := body.get("offers"), list) and len(offers) == len(SEATS) and body.get("signed"):
            signed = [keys[seat].sign("offer", canonical(each)) for seat, each in zip(SEATS, offers, strict=True)]
            follows |= {"signed": signed}
        if "proposal" in body:
            proposal = canonical({name: each for name, each in follows.items() if name != "proposal"})
            follows |= {"proposal": keys[RED].sign("proposal", bytes.fromhex(batch_hash(proposal)))}
        raw = canonical(follows)
        last = batch_hash(raw)
        content = bytes.fromhex(last)
        yield HeldBatch(raw.decode(), keys[BLUE].sign("batch", content), keys[RED].sign("batch", content))
