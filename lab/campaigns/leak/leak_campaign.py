"""`command-table campaign leak`: does any output of the table depend on the hidden card, or on its tag?

It compares tables that differ only in one hidden card: all their outputs until the reveal, byte for byte and to the
millisecond. Where nothing differs, nothing can be learned. Either both cards may be played or neither, because a
refusal is public; across these two cases all is compared except the refusal and its consequences.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from hal.events import Tag
from lab.campaigns.leak.capture import (
    ATTACKED,
    BROUGHT,
    CLASSIC,
    HIDDEN,
    LOCKING,
    OFF,
    SPENT,
    STORIES,
    SYSTEM,
    apart_from_commitments,
    differing,
    hidden,
    refused,
    refused_later,
    since,
    spared,
    until,
    unused,
    warned,
)
from lab.figure import Figure, control_of, none_of
from sim_hardware.nfc.tags import NTAG213, NTAG216, Classic, Ntag, TypeATag
from table.devices.tags.card_book import CardBook
from table.rules import fairness
from table.rules.cards import KnownCard
from table.rules.seats import BLUE, RED, Seat
from table.view.clock import RunningClock
from table.view.published import Published
from table.view.sentences import Sayings
from table.view.spectating import spectator_table
from table.view.spectators import SpectatorTable
from table.view.streams import spectator_feed

USUAL = HIDDEN.usual


def tags() -> tuple[TypeATag, ...]:
    """Return one tag of each kind, with UIDs of 4 and of 7 bytes."""
    return (
        Ntag(b"\x04\x11\x22\x33\x44\x55\x66", NTAG213),
        Ntag(b"\x04\xff\xee\xdd\xcc\xbb\xaa", NTAG216),
        Classic(b"\x5a\x01\x02\x03"),
        Classic(b"\x04\x01\x02\x03\x04\x05\x06"),
    )


def cards(seat: Seat = BLUE, system: str = SYSTEM) -> tuple[str, ...]:
    """Return the seat's whole hand."""
    return HIDDEN.hand(ATTACKED[system].shelf_of(Path()).fetch(system, BROUGHT[system][seat]))


def strange(system: str = SYSTEM) -> tuple[str, ...]:
    """Return red's cards that blue lacks, and so may not play."""
    return tuple(card for card in cards(RED, system) if card not in cards(BLUE, system))


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Compare at most `count` cards of a hand, but at least two, including the usual one.

    Two worlds are compared if both cards may be played or neither, since a refusal is public. Across these cases all is
    compared until the lock is tried, and again from the moment when the refused card is off the reader.
    """
    few = sorted(cards(), key=lambda card: card != USUAL)[: max(count, 2)]
    worlds = {card: hidden(card, seed=seed) for card in few}
    done(count // 3)
    note = (
        f"{len(worlds)} cards, {len(worlds[USUAL]):,} bytes each: pixels (as SHA-256), sounds, speech, lamps, log, "
        "terminal, serial line, feeds, journal and files whole, time in ms; a commitment without the card"
    )
    yield alike("leak.differing_bytes", tuple(worlds.values()), note)
    tagged = (worlds[USUAL], *(hidden(USUAL, tag, seed) for tag in tags()))
    yield alike("leak.differing_bytes.tags", tagged, "NTAG213, 215, 216, MIFARE Classic; UIDs of 4 and 7 bytes")
    done(2 * count // 3)
    for story in STORIES[1:]:
        two = (hidden(few[0], seed=seed, story=story), hidden(few[1], tags()[-1], seed, story=story))
        yield alike(f"leak.differing_bytes.{story.__name__}", two, (story.__doc__ or "").rstrip("."))
    yield from _unlawful(count, seed, worlds[USUAL])
    yield from _warned(count, seed)
    shipped = tuple(apart_from_commitments(card, seed) for card in few[:2])
    yield alike("leak.differing_bytes.shipped", shipped, "without the 32 bytes of each commitment; files not compared")
    log = logging.getLogger("table.devices.tags.card_book")
    with _overhearing(lambda card: log.debug("a card: %s", card)):
        first, second = (hidden(card, seed=seed) for card in few[:2])
    found = differing(first, second)
    yield control_of("leak.control", found, "bytes", note="a table that logs the card at level DEBUG")
    with telling():
        first, second = (hidden(card, seed=seed) for card in few[:2])
    found = differing(first, second)
    note = "a feed with the id of the last laid card"
    yield control_of("leak.control.feed", found, "bytes", note=note)
    done(count)


def _unlawful(count: int, seed: int, usual: bytes) -> Iterator[Figure]:
    """Compare cards whose lock is refused: with each other, and with any other card as long as nothing is refused.

    `usual` is the world in which the usual card is locked.
    """
    few = strange()[: max(count, 2)]
    either = tuple(hidden(card, seed=seed, story=unused) for card in (USUAL, few[0]))
    yield alike("leak.differing_bytes.unlocked", either, "laid and taken away: a card of the hand, and another card")
    worlds = tuple(hidden(card, seed=seed, story=refused) for card in few)
    yield alike("leak.differing_bytes.refused", worlds, "cards of the other hand: the refusal and its consequences")
    before = tuple(until(LOCKING, world) for world in (*worlds, usual))
    yield alike(
        "leak.differing_bytes.until_the_lock", before, "the same and a card of the hand, until the lock is tried"
    )
    rest = tuple(since(OFF, world) for world in (worlds[0], hidden(USUAL, seed=seed, story=spared)))
    note = "a refused card and a card of the hand that was not locked, once it is off: later output, journal and files"
    yield alike("leak.differing_bytes.refusal_over", rest, note)
    # the first round's seals are opened here, so they must be real; they are the same in each world
    commit = fairness.seal_commitment
    later = tuple(hidden(card, seed=seed, commit=commit, story=refused_later) for card in (SPENT, few[0]))
    yield alike("leak.differing_bytes.refused_later", later, "a card that was played, and one of the other hand")


def _warned(count: int, seed: int) -> Iterator[Figure]:
    """Compare cards of a match whose table warns before the lock, and locks any card."""
    own = cards(system=CLASSIC)[: max(count, 2)]
    fair = tuple(hidden(card, seed=seed, system=CLASSIC) for card in own)
    yield alike(f"leak.differing_bytes.{CLASSIC}", fair, "cards of the hand")
    few = strange(CLASSIC)[: max(count, 2)]
    worlds = tuple(hidden(card, seed=seed, story=warned, system=CLASSIC) for card in few)
    yield alike(f"leak.differing_bytes.{CLASSIC}_warned", worlds, "cards of the other hand: the warning, and the lock")


def alike(name: str, worlds: tuple[bytes, ...], note: str) -> Figure:
    """Return a figure: the number of bytes in which any two of these worlds differ."""
    pairs = len(worlds) * (len(worlds) - 1) // 2
    # equal neighbours mean that all are equal; pairs are counted only if a neighbour differs
    if all(one == other for one, other in pairwise(worlds)):
        return none_of(name, 0, "bytes", pairs, note)
    found = sum(differing(one, other) for one, other in combinations(worlds, 2))
    return none_of(name, found, "bytes", pairs, note)


@contextmanager
def telling() -> Iterator[None]:
    """Make the control of the feed: a question in it carries the id of the card on the reader."""
    laid: list[str] = []

    def indiscreet(
        published: Published, sayings: Sayings, at_ms: int = 0, clock: RunningClock | None = None
    ) -> SpectatorTable:
        table = spectator_table(published, sayings, at_ms, clock)
        return replace(table, questions=tuple(replace(each, rule=str(laid[-1:])) for each in table.questions))

    listening = _overhearing(lambda card: laid.append("" if card is None else card.id))
    with patch.object(spectator_feed, "spectator_table", indiscreet), listening:
        yield


def _overhearing(notify: Callable[[KnownCard | None], None]) -> Any:
    """Pass each card on a reader to `notify`, which no part of the real table does."""
    quiet = CardBook.__call__

    def overheard(book: CardBook, tag: Tag) -> KnownCard | None:
        card = quiet(book, tag)
        notify(card)
        return card

    return patch.object(CardBook, "__call__", overheard)
