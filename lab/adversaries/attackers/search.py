"""A search that adapts: sequences of acts that led to a new position are kept, and later ones begin with a part."""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, Protocol

from table.rules.errors import ProgramError

LONGEST = 60
"""The most acts in one world."""
SHOWN = 3
"""The most findings of a search. It ends at the last one."""
FOUND_COUNTS = 10
"""An act that led to so many new positions is drawn twice as often as one that led to none."""
GOES_ON = 0.7
"""The probability that a world begins with a kept sequence."""


class BrokenPromiseError(ProgramError):
    """An attacker has succeeded. The message says how."""


class AttackAct(NamedTuple):
    """An act by its name. The number decides about its details, so that it can be repeated."""

    name: str
    number: int

    @property
    def rng(self) -> random.Random:
        return random.Random(self.number)


class AttackedWorld(Protocol):
    """A world in which attackers act. Each act is a method that takes the random numbers of its details.

    Worlds of the same search behave alike.
    """

    def does(self, act: AttackAct) -> None:
        """Do an act. Raises BrokenPromiseError once a promise is broken."""
        getattr(self, act.name)(act.rng)

    @property
    def position(self) -> Hashable:
        """Return the state that attackers can distinguish. A new value means new ground."""

    def close(self) -> None:
        """Leave nothing behind. Most worlds are in memory alone."""
        return


def acts_of(kind: object) -> tuple[str, ...]:
    """Return the names of the acts that a class of worlds or of people defines."""
    own = (name for name, each in vars(kind).items() if callable(each) and not name.startswith("_"))
    return tuple(name for name in own if name not in ("does", "close"))


class SearchFindings(NamedTuple):
    """The result of a search."""

    acts: int
    positions: int
    broken: tuple[str, ...]
    """The broken promises, each with the last acts before."""


def search(
    make: Callable[[], AttackedWorld],
    names: Sequence[str],
    count: int,
    seed: int,
    done: Callable[[int], None] = lambda _: None,
) -> SearchFindings:
    """Do about `count` acts in as many worlds as that takes. Acts that led to new positions are drawn more often."""
    rng, found = random.Random(seed), Counter[str]()
    kept: list[tuple[AttackAct, ...]] = [()]
    seen, broken, acts = set[Hashable](), list[str](), 0
    while acts < count and len(broken) < SHOWN:
        sequence: tuple[AttackAct, ...] = _beginning(rng, kept)
        ahead = len(sequence)
        world = make()
        try:
            for number in range(LONGEST):
                if number >= ahead:
                    sequence = (*sequence, _drawn(rng, names, found))
                acts += 1
                world.does(sequence[number])
                if (position := world.position) not in seen:
                    seen.add(position)
                    found[sequence[number].name] += 1
                    kept.append(sequence[: number + 1])
        except BrokenPromiseError as error:
            last = ", ".join(each.name.replace("_", " ") for each in sequence[-8:])
            broken.append(f"{error} (after: {last})")
        finally:
            world.close()
        done(min(acts, count))
    return SearchFindings(acts, len(seen), tuple(broken))


def _beginning(rng: random.Random, kept: Sequence[tuple[AttackAct, ...]]) -> tuple[AttackAct, ...]:
    """Return a stored sequence to continue from, sometimes an empty one."""
    begun = rng.choice(kept) if rng.random() < GOES_ON else ()
    return begun[: LONGEST - LONGEST // 4]


def _drawn(rng: random.Random, names: Sequence[str], found: Counter[str]) -> AttackAct:
    (name,) = rng.choices(names, [1 + min(found[each], FOUND_COUNTS) / FOUND_COUNTS for each in names])
    return AttackAct(name, rng.getrandbits(32))
