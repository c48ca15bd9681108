"""Search every short order of some acts, breadth first. Orders that lead to the same moment are merged."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, Self, TypeAlias

from table.rules.errors import ProgramError
from table.rules.seats import Seat

CampaignAct: TypeAlias = tuple[Seat | None, str]
"""An act of a seat's player, or with None an act at the table, such as a judge's call or a power cut."""
Way: TypeAlias = tuple[CampaignAct, ...]


class ForbiddenError(ProgramError, AssertionError):
    """A search found a forbidden state."""


class Searched(Protocol):
    """A table that a search can start from."""

    revealed: bool
    """True if the last act ended in a reveal."""

    def twin(self) -> Self:
        """Return a copy of the table at the same moment."""
        ...

    def does(self, seat: Seat | None, act: str) -> None:
        """Perform one act. Raises ForbiddenError."""
        ...

    @property
    def moment(self) -> Hashable:
        """Return a value that is equal for two tables with the same future behaviour."""
        ...

    @property
    def over(self) -> bool:
        """True if the search stops here."""
        ...


@dataclass
class Exploration:
    """The result of a search."""

    seen: set[Hashable]
    steps: int = 0
    depth: int = 0
    """Every order of this many acts was tried."""
    closed: bool = False
    """True if longer orders reach no new moment."""
    reveals: int = 0
    found: list[str] = field(default_factory=list)
    """The forbidden states, each with its order of acts."""


def explore(
    first: Searched, alphabet: Sequence[CampaignAct], most: int, done: Callable[[int], None], longest: int | None = None
) -> Exploration:
    """Search from this table until a forbidden state is found, in at most `most` steps.

    Orders have at most `longest` acts, if it is given. The moments after the last act are checked but not kept.
    """
    found = Exploration({first.moment})
    reached: list[tuple[Searched, Way]] = [(first, ())]
    while reached and not found.found and found.depth != longest:
        if found.steps + len(reached) * len(alphabet) > most:
            break
        following = list[tuple[Searched, Way]]()
        for table, way in reached:
            following += _next(table, way, alphabet, found, keep=found.depth + 1 != longest)
            found.steps += len(alphabet)
            done(found.steps)
        found.depth += 1
        reached = following
    found.closed = not reached and found.depth != longest
    return found


def _next(
    table: Searched, way: Way, alphabet: Sequence[CampaignAct], found: Exploration, keep: bool
) -> Iterator[tuple[Searched, Way]]:
    """Try each act, and yield the tables at a new moment if they are to be kept.

    An act without effect leaves the copy at the same moment, so that the next act is tried with it.
    """
    here, other = table.moment, None
    for act in alphabet:
        other = other or table.twin()
        try:
            other.does(*act)
        except ForbiddenError as error:
            found.found.append(f"{error}: {described((*way, act))}")
            other = None
            continue
        found.reveals += other.revealed
        moment = other.moment
        if moment == here:
            continue
        if keep and not other.over and moment not in found.seen:
            found.seen.add(moment)
            yield other, (*way, act)
        other = None


def described(way: Way) -> str:
    """Return an order of acts as text."""
    return ", ".join(f"{seat or 'table'} {act}" for seat, act in way)


def reach(found: Exploration) -> str:
    """Return the extent of a search as text."""
    return f"every order, of any length ({found.depth} suffice)," if found.closed else f"every order of {found.depth}"
