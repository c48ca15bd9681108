"""The rules of one keyword, and the units that have a keyword."""

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from table.games.legion.rules.model.state import LegionBattle, Troop
from table.rules.event_rows import EventRow
from table.rules.game import Event
from table.rules.seats import Seat
from table.rules.steps import Question

STATED = re.compile(r"^([A-Z]{2}-\d+): (.+?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
Due: TypeAlias = Callable[[LegionBattle], Event | None]
"""Returns the next automatic event."""


class KeywordRules(NamedTuple):
    """The rules of one keyword or of battle forces.

    The constant in its module has the keyword's name: `INDEPENDENT`.
    """

    name: str
    """The keyword's words on unit cards, in small letters and joined by `_`."""
    rows: tuple[EventRow[LegionBattle], ...] = ()
    due: Mapping[str, Due] = MappingProxyType({})
    """The automatic event of a step, by the step's id. It follows the cards' effects."""
    questions: Mapping[str, tuple[Question[LegionBattle], ...]] = MappingProxyType({})
    """Questions by the id of the step that asks them."""
    doc: str | None = None
    """The module's docstring. A paragraph such as "LA-35: ..." states a rule that this module alone enforces."""

    @property
    def stated_rules(self) -> Mapping[str, str]:
        """Return the rules that the docstring states, by id."""
        return {id: " ".join(sentence.split()) for id, sentence in STATED.findall(self.doc or "")}


def bearers(battle: LegionBattle, seat: Seat, keyword: str) -> Iterator[tuple[Troop, str]]:
    """Yield the undefeated units of a seat with a keyword, each with the words behind it, such as `Aim 1`."""
    for troop in battle.side(seat).troops:
        for each in troop.unit.keywords:
            if each.keyword == keyword and not troop.defeated:
                yield troop, each.words
