"""Search every short order of some acts, breadth first. Orders that lead to the same moment go on as one."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, Self, TypeAlias

from table.rules.errors import ProgramError
from table.rules.seats import Seat

CampaignAct: TypeAlias = tuple[Seat | None, str]
"""An act of a seat's player, or of nobody's seat: of the judge, or of who pulls the plug."""
Way: TypeAlias = tuple[CampaignAct, ...]


class ForbiddenError(ProgramError, AssertionError):
    """A search found what must not happen."""


class Searched(Protocol):
    """A table that a search starts from."""

    revealed: bool
    """True if the last act ended in a reveal."""

    def twin(self) -> Self:
        """Return a copy of the table at the same moment."""
        ...

    def does(self, seat: Seat | None, act: str) -> None:
        """Do one act. Raises ForbiddenError."""
        ...

    @property
    def moment(self) -> Hashable:
        """Return a value that is equal for two tables which will always do the same."""
        ...

    @property
    def over(self) -> bool:
        """True if the search goes no further from here."""
        ...


@dataclass
class Exploration:
    """The orders of some acts that were tried."""

    seen: set[Hashable]
    steps: int = 0
    depth: int = 0
    """Every order of this many acts was tried."""
    closed: bool = False
    """True if no longer order can lead to anything new."""
    reveals: int = 0
    found: list[str] = field(default_factory=list)
    """These things happened that must not, each with its order of acts."""


def explore(
    first: Searched,
    alphabet: Sequence[CampaignAct],
    most: int,
    done: Callable[[int], None],
    longest: int | None = None,
) -> Exploration:
    """Search from this table until something forbidden is found, in at most `most` steps.

    Orders have at most `longest` acts, if it is given. What the last of them leads to is looked at, and not kept.
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
    """Try each act from here, and yield the tables that nothing led to before, if they are to be kept.

    An act that leads nowhere leaves the copy at the same moment, so that the next one is tried with it.
    """
    here, other = table.moment, None
    for act in alphabet:
        other = other or table.twin()
        try:
            other.does(*act)
        except ForbiddenError as error:
            found.found.append(f"{error}: {told((*way, act))}")
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


def told(way: Way) -> str:
    """Return an order of acts in words."""
    return ", ".join(f"{seat or 'table'} {act}" for seat, act in way)


def reach(found: Exploration) -> str:
    """Return how far a search went, in words."""
    return f"every order, of any length ({found.depth} suffice)," if found.closed else f"every order of {found.depth}"
