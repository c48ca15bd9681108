"""Which tokens players hand back, and how many they exchange: TB-39, TB-34."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.event_table import TABLE
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.state import LegionBattle, with_play, with_side, with_troop
from table.games.legion.rules.pools.pool_events import TokenReturned
from table.games.legion.rules.units.unit_events import UnitPromoted
from table.rules.seats import BLUE
from table.rules.tokens import HandBack, HandOut
from tests.games.legion.rules.kit import skirmish

RETURNED = TokenReturned(BLUE, "4", "Snowtroopers 2", Rank.CORPS)


def lying(out: int, **facts: object) -> LegionBattle:
    """So many of blue's corps tokens were handed out; one lies face up beside a squad, Veers' beside Veers."""
    battle = with_side(replace(skirmish().state, step="activation"), BLUE, out=(("corps", out),))
    for unit in ("1", "3"):
        battle = with_troop(battle, BLUE, unit, face_up=True)
    return with_play(battle, BLUE, **facts)


@pytest.mark.rule("TB-39")
@pytest.mark.parametrize(
    ("facts", "elsewhere"),
    [
        ({}, 1),
        ({"parked": (("corps", 2),)}, 3),
        ({"aside": (Rank.CORPS, Rank.HEAVY)}, 2),
        ({"looked_at": "corps"}, 2),
        ({"looked_at": "heavy"}, 1),
    ],
    ids=["beside a unit", "on a card", "set aside by chance", "looked at", "another one is looked at"],
)
def test_a_token_goes_back_if_more_were_handed_out_than_lie_elsewhere(facts: dict[str, object], elsewhere: int) -> None:
    assert TABLE.hand_backs(lying(elsewhere + 1, **facts), RETURNED) == (HandBack(BLUE, "corps", 1, later=True),)
    assert TABLE.hand_backs(lying(elsewhere, **facts), RETURNED) == (), "it was drawn by hand"


@pytest.mark.rule("TB-34")
@pytest.mark.parametrize(("bag", "exchanged"), [(False, 6), (True, 9)])
def test_a_promoted_units_tokens_are_exchanged_wherever_they_lie(bag: bool, exchanged: int) -> None:
    promoted = UnitPromoted(
        BLUE, "3", "Snowtroopers 1", Rank.CORPS, Rank.COMMANDER, face_up=True, pooled=3, parked=2, bag=bag, aside=3
    )
    assert TABLE.hand_outs(promoted) == (HandOut(BLUE, "commander", exchanged),)
    assert TABLE.hand_backs(lying(9), promoted) == (HandBack(BLUE, "corps", exchanged, later=True),)
