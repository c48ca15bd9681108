"""`command-table campaign second-choice`: does a seat ever choose a card with the other's in sight?

Every order of up to so many acts is tried, from two positions: the first round, and the second with the cards of the
first still on the readers. From two more, four acts within a round, every order of up to one act less is tried: from
the moment at which a card was turned over of which nobody knows when it acts, and the one at which a card that was
turned over has both seats choose again (LA-43). Blue's unit that can fall leaves it a leader
and takes a card from it; red's leaves it none. An act is anything that the campaign `barrier` knows, and some of each
seat more: a card laid that it may not play, a unit that had not fallen after all, its own last answer taken back alone,
what is said of an unknown card, up to another one that is laid in place of the card that it returned, and whether plans
are changed. The figure `acts` names each of them. Orders that lead to the same state go on as one. After each act
nobody may be asked for a card in a round in which the other's was turned over, since plans were changed last.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from lab.campaigns.barrier.table import SampleShelf
from lab.campaigns.leak.capture import HIDDEN, SYSTEM
from lab.campaigns.orders import Exploration, explore
from lab.campaigns.second_choice.table import ACTS, DEEDS, READING, ChoosingTable, TornTable
from lab.figures.figure import Figure
from lab.log_silence import unwarned
from lab.process_pool import spread
from table.rules.game import Game

LONGEST = 6
"""The most acts of an order."""
NAME = f"{SYSTEM.partition('_')[0]}.second_choice"
TOLD = 3
AT_ONCE = tuple(act for act in ACTS if act[1] in ("card", "foreign", "hold", "cut"))
"""The acts of the controls: few, so that they end soon."""
AFTER_IT = tuple(act for act in ACTS if act[1] in READING)
UNBOUND = 10**9


def unknown_card(game: Game[Any] | None = None) -> ChoosingTable:
    """Return a table at which both cards were turned over, and nobody knows when blue's acts."""
    return ChoosingTable(SampleShelf(blue=HIDDEN.unread), game).turned_over()


def plans_changed(game: Game[Any] | None = None) -> ChoosingTable:
    """Return a table at which both are to choose again, and nobody has locked."""
    return ChoosingTable(SampleShelf(blue=HIDDEN.replanned), game).plans_changed()


POSITIONS: Mapping[str, Callable[[], ChoosingTable]] = MappingProxyType(
    {
        "second round": lambda: ChoosingTable(SampleShelf(HIDDEN.lone)).after_a_round(),
        "first round": lambda: ChoosingTable(SampleShelf(HIDDEN.lone)),
        "unknown card": unknown_card,
        "plans changed": plans_changed,
    }
)
WITHIN = frozenset({"unknown card", "plans changed"})
"""The positions within a round: an order that begins there is an act shorter."""


class SearchOutcome(NamedTuple):
    """The outcome of a search from one position."""

    depth: int
    steps: int
    states: int
    reveals: int
    found: tuple[str, ...]


def tried(position: str, longest: int) -> SearchOutcome:
    """Search from a position; in a worker's process."""
    with unwarned():
        one = explore(POSITIONS[position](), ACTS, UNBOUND, lambda _: None, longest - (position in WITHIN))
    return SearchOutcome(one.depth, one.steps, len(one.seen), one.reveals, tuple(one.found))


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Try every order of at most `count` acts, and of at most six. `seed` has no effect, since nothing is random."""
    searches = list[SearchOutcome]()
    for one in spread(partial(tried, longest=min(count, LONGEST)), POSITIONS):
        searches.append(one)
        done(count * len(searches) // (len(POSITIONS) + 1))
    with unwarned():
        old = explore(ChoosingTable(SampleShelf(), HIDDEN.careless()), AT_ONCE, UNBOUND, lambda _: None, LONGEST)
        back = explore(unknown_card(HIDDEN.returning()), AFTER_IT, UNBOUND, lambda _: None, LONGEST)
        torn = explore(TornTable(SampleShelf()), AT_ONCE, UNBOUND, lambda _: None, LONGEST)
    found, steps = [each for one in searches for each in one.found], sum(one.steps for one in searches)
    reached = ", ".join(
        f"{one.depth} from the position `{name}`" for name, one in zip(POSITIONS, searches, strict=True)
    )
    states = sum(one.states for one in searches)
    note = f"of {len(ACTS)} acts every order of {reached}; {states} states; seed {seed} unused"
    told = "; ".join((note, *found[:TOLD]))
    yield Figure(NAME, len(found), "orders", "<= 0", not found, steps, note=told)
    reveals = sum(one.reveals for one in searches)
    met = "that end in a reveal, as they must"
    yield Figure(f"{NAME}.acts", len(ACTS), "acts", note=alphabet())
    yield Figure(f"{NAME}.reveals", reveals, "steps", "> 0", reveals > 0, steps, note=met)
    yield _control("", old, "a table that locks any card, and lets its owner lay another after the reveal")
    yield _control(".unknown", back, "a table at which an unknown card that acts on reveal returns the other's")
    yield _control(".restart", torn, "a table whose restart keeps an opened card and forgets the rest")
    done(count)


def alphabet() -> str:
    """Return every act, in words: those of each seat, and those of nobody's."""
    of_a_seat = dict.fromkeys(act for seat, act in ACTS if seat is not None)
    of_the_table = [act for seat, act in ACTS if seat is None]
    of_each = ", ".join(DEEDS[act] for act in of_a_seat)
    return f"each seat {of_each}; and {', '.join(DEEDS[act] for act in of_the_table)}"


def _control(which: str, tried: Exploration, broken: str) -> Figure:
    found, note = len(tried.found), f"{broken}; first: {''.join(tried.found[:1])}"
    return Figure(f"{NAME}{which}.control", found, "orders", "fails", found > 0, tried.steps, note=note)
