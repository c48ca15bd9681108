"""`command-table campaign web`: does any byte on any socket of the web program depend on the hidden card?

Tables that differ only in one hidden card publish their feeds to the web program, which is the product's, over real
sockets in virtual time. Clients hold an event stream and a WebSocket of each feed from the beginning, request the state
each second, and at the end join late, reconnect, and open every page. All received data is compared, byte by byte and
to the millisecond.
"""

from collections.abc import Callable, Iterator

from lab.campaigns.leak.capture import LOCKING, STORIES, differing, hidden, refused, until
from lab.campaigns.leak.leak_campaign import USUAL, alike, cards, strange, tags, telling
from lab.campaigns.web.listeners import heard
from lab.campaigns.web.told import told_lines
from lab.figures.figure import Figure


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Compare the worlds of at most `count` cards of a hand, but at least two, including the usual one."""
    few = sorted(cards(), key=lambda card: card != USUAL)[: max(count, 2)]
    said = tuple(_said(hidden(card, seed=seed), seed) for card in few)
    done(count // 2)
    yield alike("web.differing_bytes", said, f"{len(few)} cards, {len(said[0]):,} bytes each: every socket, time in ms")
    tagged = (said[0], *(_said(hidden(USUAL, tag, seed), seed) for tag in tags()[:2]))
    yield alike("web.differing_bytes.tags", tagged, "NTAG213 and NTAG216; UIDs of 7 bytes")
    for story in STORIES[1:]:
        told = tuple(_said(hidden(card, seed=seed, story=story), seed) for card in few[:2])
        yield alike(f"web.differing_bytes.{story.__name__}", told, (story.__doc__ or "").rstrip("."))
    tried = (hidden(strange()[0], seed=seed, story=refused), hidden(USUAL, seed=seed))
    before = tuple(_said(until(LOCKING, each), seed) for each in tried)
    yield alike("web.differing_bytes.until_the_lock", before, "a card that may be played and one that may not")
    with telling():
        first, second = (_said(hidden(card, seed=seed), seed) for card in few[:2])
    found = differing(first, second)
    note = "a feed that carries the id of the card that was laid last"
    yield Figure("web.control", found, "bytes", "fails", found > 0, note=note)
    done(count)


def _said(captured: bytes, seed: int) -> bytes:
    return heard(told_lines(captured), seed)
