"""The version of a match, which states the rules that decided it: `0.3.0+rules.1.3`.

The first number is the revision of the rules that every match has, the second one that of the game's own rules.
"""

import re

from msgspec import Struct

OF_EVERY_MATCH = 1
"""The revision of `table.rules.match`.

From the first release on, raise it with every change after which a journalled command is decided differently, or after
which the match journals other events.
"""
UNKNOWN = (0, 0)
"""The revisions for a version that states none. They are older than all others."""

MOST = 999_999_999
"""The highest revision that a version can state. A date in digits fits."""

_STATED = re.compile(r"([!-~]+)\+rules\.([1-9][0-9]{0,8})\.([1-9][0-9]{0,8})")


class Revision(Struct, frozen=True):
    program: str
    """The version of the program."""
    match: int
    """The revision of the rules that every match has."""
    game: int
    """The revision of the game's own rules."""

    @property
    def stated(self) -> str:
        """Return the version for `MatchOpened` and `RulesRevised`."""
        return f"{self.program}+rules.{self.match}.{self.game}"

    def is_later(self, than: "Revision") -> bool:
        """True if any of these rules has a later revision than the other. Versions of the program are not compared."""
        return self.match > than.match or self.game > than.game


def revision_of(version: str) -> Revision:
    """Return the revision in a version, or UNKNOWN. Never raises."""
    stated = _STATED.fullmatch(version)
    if stated is None:
        return Revision(version, *UNKNOWN)
    return Revision(stated[1], int(stated[2]), int(stated[3]))
