"""The result of a check: passed, failed, or unchecked (so far). The worst comes first."""

from enum import StrEnum

from msgspec import Struct

from table.rules.match.events import MatchOutcome
from table.rules.text import Text


class CheckState(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    OPEN = "open"
    """Nothing speaks against the match, but this cannot be checked, at least not yet."""


class Check(Struct, frozen=True):
    part: str
    """The name of the check: `chain`, `known`, `seals`, `chance`, `by_hand`, `clock` or `rules`."""
    state: CheckState
    line: Text


class DerivedChance(Struct, frozen=True):
    """This roll or draw was derived again."""

    question: int
    bound: int
    came: int
    code: str
    """The short code that was shown beside the roll on the screen."""


class Verdict(Struct, frozen=True):
    match: str
    head: str
    checks: tuple[Check, ...]
    chanced: tuple[DerivedChance, ...] = ()

    ended: bool = False
    """True if the secret is disclosed. Before that nothing proves the rolls."""
    outcome: MatchOutcome | None = None
    """The outcome by the rules; None if the match is not over, or its rules are not there."""

    @property
    def ok(self) -> bool:
        """True if no check failed. That is no proof."""
        return all(check.state is not CheckState.FAILED for check in self.checks)

    @property
    def proved(self) -> bool:
        """True if the match has ended and every check passed."""
        return self.ended and all(check.state is CheckState.PASSED for check in self.checks)
