"""The names of an edition, by which lines of a text are recognised without a heading."""

from collections.abc import Iterator

from msgspec import Struct

from table.games.legion.data.names import fold
from table.games.legion.lists.notation import BULLET, COST, plain_name
from table.games.legion.lists.text.points import in_brackets


class KnownNames(Struct, frozen=True):
    """The folded names of all command cards and units."""

    cards: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()

    def names_unit(self, line: str) -> bool:
        """True if a line begins with the name of a unit, in any notation of count and points."""
        return any(name in self.units for name in _names(line))


NOTHING_KNOWN = KnownNames()


def _names(line: str) -> Iterator[str]:
    """Yield the folded names that a line may begin with, the longest first."""
    (bare,) = in_brackets([" ".join(BULLET.sub("", line).split())])
    (other,) = in_brackets([bare] * 2)[:1]
    for written in dict.fromkeys((bare, other)):
        name = plain_name(COST.sub("", written.partition(" = ")[0]))[1]
        for end in ("", "(", ":", ",", " - ", " w/"):
            yield fold(name.partition(end)[0] if end else name)
