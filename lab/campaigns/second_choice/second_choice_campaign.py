"""`command-table campaign second-choice`: does a seat ever choose a card while it sees the other's?

Every order of up to `depth` acts is tried from two positions: the first round, and the second round with the cards of
the first still on the readers. At a table with a phone at each seat, every order of up to one act less is tried, with
the acts of phones in place of those of cards. From two more positions, four acts within a round, every order of up to
one act less is tried: after a card of unknown timing was revealed, and after a revealed card lets both seats choose
again (LA-43). Blue's unit that can be defeated leaves blue a leader and takes a card; red's leaves none. The acts are
those of the campaign `barrier`, and more for each seat: to lay a card that it may not play, to restore a defeated
unit, to take back its last answer alone, to answer about an unknown card (up to another card in place of a returned
one), and to change plans or not. The figure `acts` lists them. Orders that lead to the same state are merged. After
each act no seat may be asked for a card in a round in which the other's was revealed, since plans last changed.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from lab.campaigns.barrier.barrier_table import SampleShelf
from lab.campaigns.leak.capture import HIDDEN, SYSTEM
from lab.campaigns.order_search import Exploration, explore
from lab.campaigns.second_choice.second_choice_table import ACTS, BY_PHONE, DEEDS, READING, ChoosingTable, TornTable
from lab.figure import Figure, control_of, none_of
from lab.log_silence import unwarned
from lab.process_pool import spread
from table.rules.game import Game

LONGEST = 6
"""The highest number of acts in one tried sequence."""
NAME = f"{SYSTEM.partition('_')[0]}.second_choice"
SHOWN = 3
AT_ONCE = tuple(act for act in ACTS if act[1] in ("card", "foreign", "hold", "cut"))
"""The acts of the controls: few, so that they end soon."""
AFTER_IT = tuple(act for act in ACTS if act[1] in READING)
BY_PHONE_ALONE = tuple(act for act in BY_PHONE if act[1] in ("phone card", "phone lock", "phone joins", "cut"))
UNBOUND = 10**9


def unknown_card(game: Game[Any] | None = None) -> ChoosingTable:
    """Return a table at which both cards are revealed, and blue's has unknown timing."""
    return ChoosingTable(SampleShelf(blue=HIDDEN.unread), game).turned_over()


def plans_changed(game: Game[Any] | None = None) -> ChoosingTable:
    """Return a table at which both seats choose again, and none has locked."""
    return ChoosingTable(SampleShelf(blue=HIDDEN.replanned), game).plans_changed()


POSITIONS: Mapping[str, Callable[[], ChoosingTable]] = MappingProxyType(
    {
        "second round": lambda: ChoosingTable(SampleShelf(HIDDEN.lone)).after_a_round(),
        "first round": lambda: ChoosingTable(SampleShelf(HIDDEN.lone)),
        "unknown card": unknown_card,
        "plans changed": plans_changed,
        "phones": lambda: ChoosingTable(SampleShelf(HIDDEN.lone), phones=True),
    }
)
WITHIN = frozenset({"unknown card", "plans changed", "phones"})
"""The positions within a round, and that of phones, which has more acts. An order from them is one act shorter."""


class SearchOutcome(NamedTuple):
    """The outcome of a search from one position."""

    depth: int
    steps: int
    states: int
    reveals: int
    found: tuple[str, ...]


def tried(position: str, longest: int) -> SearchOutcome:
    """Search from a position, in a worker's process."""
    with unwarned():
        acts = BY_PHONE if position == "phones" else ACTS
        one = explore(POSITIONS[position](), acts, UNBOUND, lambda _: None, longest - (position in WITHIN))
    return SearchOutcome(one.depth, one.steps, len(one.seen), one.reveals, tuple(one.found))


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Try every order of at most `count` acts, and of at most six. `seed` has no effect: nothing is random."""
    searches = list[SearchOutcome]()
    for one in spread(partial(tried, longest=min(count, LONGEST)), POSITIONS):
        searches.append(one)
        done(count * len(searches) // (len(POSITIONS) + 1))
    with unwarned():
        old = explore(ChoosingTable(SampleShelf(), HIDDEN.careless()), AT_ONCE, UNBOUND, lambda _: None, LONGEST)
        back = explore(unknown_card(HIDDEN.returning()), AFTER_IT, UNBOUND, lambda _: None, LONGEST)
        torn = explore(TornTable(SampleShelf()), AT_ONCE, UNBOUND, lambda _: None, LONGEST)
        phones = explore(TornTable(SampleShelf(), phones=True), BY_PHONE_ALONE, UNBOUND, lambda _: None, LONGEST)
    found, steps = [each for one in searches for each in one.found], sum(one.steps for one in searches)
    reached = ", ".join(
        f"{one.depth} from the position `{name}`" for name, one in zip(POSITIONS, searches, strict=True)
    )
    states = sum(one.states for one in searches)
    acts = f"{len(ACTS)} acts ({len(BY_PHONE)} at phones)"
    note = f"of {acts} every order of {reached}; {states} states; seed {seed} unused"
    summary = "; ".join((note, *found[:SHOWN]))
    yield none_of(NAME, found, "orders", steps, note=summary)
    reveals = sum(one.reveals for one in searches)
    met = "steps that end in a reveal"
    yield Figure(f"{NAME}.acts", len({*ACTS, *BY_PHONE}), "acts", note=alphabet())
    yield Figure(f"{NAME}.reveals", reveals, "steps", "> 0", reveals > 0, steps, note=met)
    yield _control("", old, "a table that locks any card, and lets its owner lay another after the reveal")
    yield _control(".unknown", back, "a table where a card of unknown timing that acts on reveal returns the other's")
    yield _control(".restart", torn, "a table whose restart keeps a revealed card and forgets the rest")
    yield _control(".phones", phones, "the same, by phones alone")
    done(count)


def alphabet() -> str:
    """Return a description of every act: those of each seat, and those of the table."""
    of_a_seat = dict.fromkeys(act for seat, act in (*ACTS, *BY_PHONE) if seat is not None)
    of_the_table = [act for seat, act in ACTS if seat is None]
    of_each = ", ".join(DEEDS[act] for act in of_a_seat)
    return f"each seat {of_each}; and {', '.join(DEEDS[act] for act in of_the_table)}"


def _control(which: str, tried: Exploration, broken: str) -> Figure:
    found, note = len(tried.found), f"{broken}; first: {''.join(tried.found[:1])}"
    return control_of(f"{NAME}{which}.control", found, "orders", tried.steps, note=note)
