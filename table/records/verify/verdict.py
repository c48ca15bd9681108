"""The result of a check: passed, failed, or unchecked (so far). The worst comes first."""

from enum import StrEnum

from msgspec import Struct

from table.rules.match.events import MatchOutcome
from table.rules.text import Text


class CheckState(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    OPEN = "open"
    """This cannot be checked, at least not yet. No check has failed."""


class Check(Struct, frozen=True):
    part: str
    """The name of the check: `chain`, `known`, `seals`, `chance`, `by_hand`, `clock` or `rules`."""
    state: CheckState
    line: Text


class DerivedChance(Struct, frozen=True):
    """A roll or draw that was recomputed."""

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
    """True if the secret is disclosed. Before that the rolls cannot be proved."""
    outcome: MatchOutcome | None = None
    """The outcome by the rules; None if the match is not over, or its rules are missing."""

    @property
    def ok(self) -> bool:
        """True if no check failed. That alone is not proof."""
        return all(check.state is not CheckState.FAILED for check in self.checks)

    @property
    def proved(self) -> bool:
        """True if the match has ended and every check passed."""
        return self.ended and all(check.state is CheckState.PASSED for check in self.checks)
