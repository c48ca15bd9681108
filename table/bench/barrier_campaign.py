"""`command-table campaign barrier`: is a card ever revealed early, in whatever order things happen?"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product

from table.bench.barrier import ALPHABET, EarlyRevealError, Shelf, run
from table.bench.figures import Figure
from table.games.seats import BLUE, RED, Seat
from table.match import seals

Deeds = Sequence[tuple[Seat | None, str]]
OPENING = ((BLUE, "card"), (RED, "card"))
"""Where the second set of orders begins: both cards lie there, nothing is locked."""

HASTY = tuple(product((BLUE, RED), ("hold", "lift")))


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Every order of as many deeds as `count` orders allow; nothing here is by chance, so `seed` says nothing."""
    depth = deepest(count)
    shelf = Shelf()
    early, reveals, tried = list[str](), 0, 0
    for deeds in orders(depth):
        tried += 1
        try:
            reveals += run(deeds, shelf)
        except EarlyRevealError as error:
            early.append(f"{error}: {_told(deeds)}")
        done(tried)
    yield Figure("barrier.early_reveals", len(early), "reveals", "<= 0", not early, tried, note="; ".join(early[:3]))
    note = f"every order of {depth} of {len(ALPHABET)} deeds, from an empty table and two cards; seed {seed} unused"
    yield Figure("barrier.interleavings", tried, "orders", note=note)
    yield Figure("barrier.reveals", reveals, "orders", "> 0", reveals > 0, tried, note="that end in a reveal")
    with _unbroken():
        found = sum(_early((*OPENING, *deeds), shelf) for deeds in product(HASTY, repeat=3))
    note = "a table that overlooks a lifted card"
    yield Figure("barrier.early_reveals.control", found, "reveals", "fails", ok=found > 0, note=note)


def orders(depth: int) -> Iterator[Deeds]:
    for deeds in product(ALPHABET, repeat=depth):
        yield deeds
        yield (*OPENING, *deeds)


def deepest(count: int) -> int:
    depth = 1
    while 2 * len(ALPHABET) ** (depth + 1) <= count:
        depth += 1
    return depth


def _early(deeds: Deeds, shelf: Shelf) -> bool:
    try:
        run(deeds, shelf)
    except EarlyRevealError:
        return True
    return False


def _told(deeds: Deeds) -> str:
    return ", ".join(f"{seat or 'table'} {deed}" for seat, deed in deeds)


@contextmanager
def _unbroken() -> Iterator[None]:
    """The control: a seal lasts when its card is lifted."""
    heedful = seals.lifted
    setattr(seals, "lifted", lambda *_: ())  # noqa: B010
    try:
        yield
    finally:
        setattr(seals, "lifted", heedful)  # noqa: B010
