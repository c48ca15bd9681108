"""The fields of events, lists and a new match that are something though nobody said so."""

import pytest
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from table.games.legion.rules.activation.turn_events import UnitActivated
from table.games.legion.rules.event_table import TABLE
from table.games.legion.rules.keywords.reminders import Reminded
from table.games.legion.rules.model.acts import CardAct
from table.games.legion.rules.model.armies import Army, CommandCard, Slot, Unit, UnitKeyword
from table.games.legion.rules.model.editions import CURRENT, Edition
from table.games.legion.rules.model.state import (
    Activation,
    CardFacts,
    Inquiry,
    LegionBattle,
    LegionSide,
    Reading,
    RoundPlay,
    Troop,
)
from table.games.legion.rules.round_events import MatchBegun
from table.rules.game import Event
from table.rules.seats import BLUE


def taken_for_granted(kind: type[Struct]) -> dict[str, object]:
    """Return the fields that are something though nobody said so."""
    return {field.name: field.default for field in fields(kind) if field.default is not NODEFAULT and field.default}


GRANTED = {MatchBegun: {"edition": "current"}, UnitActivated: {"lasts": True}, Reminded: {"keyword": "independent"}}
"""The fields of events that are something by themselves."""


@pytest.mark.parametrize("kind", TABLE.events)
def test_what_an_event_does_not_say_did_not_happen(kind: type[Event]) -> None:
    assert taken_for_granted(kind) == GRANTED.get(kind, {})


@pytest.mark.parametrize("kind", [Slot, CardAct, CommandCard, UnitKeyword, Unit, Army, Edition])
def test_what_a_list_does_not_say_an_army_does_not_have(kind: type[Struct]) -> None:
    assert taken_for_granted(kind) == {}


@pytest.mark.parametrize(
    ("kind", "granted"),
    [
        (Troop, {"turns": 1}),
        (CardFacts, {"owner": BLUE}),
        (Reading, {}),
        (Inquiry, {}),
        (Activation, {}),
        (RoundPlay, {"reading": Reading()}),
        (LegionSide, {"play": RoundPlay()}),
        (LegionBattle, {"edition": CURRENT}),
    ],
)
def test_at_the_beginning_nothing_has_happened(kind: type[Struct], granted: dict[str, object]) -> None:
    assert taken_for_granted(kind) == granted
