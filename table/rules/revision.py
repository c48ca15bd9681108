"""A match's version states which rules decided it: `0.2.0+rules.1.3`.

The first number counts the revisions of the rules that every match has, the second one those of the game's own rules.
"""

import re
from types import MappingProxyType

from msgspec import Struct

OF_EVERY_MATCH = 6
"""The revision of `table.rules.match`.

It is raised by every change after which a command that an earlier program journalled is decided otherwise, or after
which the match journals what an earlier program would not. The second one agrees on what becomes of spent tokens
(`SpentTokensSet`), has answers of the table (TB-19), answers that their own player takes back (TB-94), and words in the
place of a number (TB-07). The third one keeps victory points (TB-95), names the result (TB-96), and asks for the
numbers of the chance before the first roll or draw alone (IB-08). The fourth one asks after the last round for what is
asked before it: points, an undo, hoppers, the judge's question (TB-95, TB-98). Its clock runs from the opening on, and
stands while a seat is to lay a card whose reader is gone (TB-97); the round in which a time is used up is the last
one, even if its last answer comes later (TB-98); and where a clock runs nobody ends what the other is at. The fifth one
calls back the tokens that fall after the close, too (TB-12). By the sixth one both seats agree on a winner that the
game's own rules do not name (TB-96).
"""
EARLIEST_OF_EVERY_MATCH = 1
"""The earliest revision of them that still decides. A match of an earlier one goes on without what came later."""
UNSTATED = MappingProxyType({"0.1.0": (1, 1)})
"""The revisions that a program decided by which did not state any: of every match, and of each game's own rules."""
UNKNOWN = (0, 0)
"""Stands for the revisions of any other program that stated none: they are older than every other one."""

MOST = 999_999_999
"""The highest revision that can be stated; a date in digits fits."""

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
        """Return the version as `MatchOpened` and `RulesRevised` state it."""
        return f"{self.program}+rules.{self.match}.{self.game}"

    def is_later(self, than: "Revision") -> bool:
        """True if some rules have been revised since that one. Versions of the program are not compared."""
        return self.match > than.match or self.game > than.game


def revision_of(version: str) -> Revision:
    """Return what a version states; of one that states no revisions, what its program is known for. Never raises."""
    stated = _STATED.fullmatch(version)
    if stated is not None:
        return Revision(stated[1], int(stated[2]), int(stated[3]))
    return Revision(version, *UNSTATED.get(version, UNKNOWN))
