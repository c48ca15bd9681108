"""The story of keywords and acts in the Command Phase."""

import pytest

from table.games.legion.rules.activation.turn_events import UnitActivated
from table.games.legion.rules.consent import ConsentDenied
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.effects.effect_events import HandCardDiscarded
from table.games.legion.rules.keywords.field_commander import CommanderTokenGained
from table.games.legion.rules.keywords.reminders import Reminded
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.orders.order_events import OrderIssued, OrdersDeclined
from table.games.legion.rules.pools.pool_events import TokensCleared
from table.games.legion.rules.priority.priority_ties import InterrogationJudged
from table.games.legion.rules.selection.selection_events import CardDivulged, PlansChanged, RevealedReplaced
from table.rules.game import Event
from table.rules.seats import BLUE, RED
from table.rules.text import Text, text

SEATED = text("seat.blue")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        pytest.param(
            CommanderTokenGained(BLUE, "1", "Cassian"),
            text("legion.story.commander_token", seat=SEATED, name="Cassian"),
            marks=pytest.mark.rule("LA-30"),
        ),
        pytest.param(
            CardDivulged(BLUE, "id", "Fear", stays=True),
            text("legion.story.divulged_stays", name="Fear"),
            marks=pytest.mark.rule("LA-41"),
        ),
        pytest.param(
            CardDivulged(BLUE, "id", "Fun", stays=False),
            text("legion.story.divulged", name="Fun"),
            marks=pytest.mark.rule("LA-41"),
        ),
        pytest.param(
            PlansChanged(BLUE, "id", "Plans", "other", "Push"),
            text("legion.story.plans", seat=SEATED, name="Plans", back="Push"),
            marks=pytest.mark.rule("LA-43"),
        ),
        pytest.param(
            PlansChanged(BLUE, "id", "Plans", "", ""),
            text("legion.story.plans_alone", seat=SEATED, name="Plans"),
            marks=pytest.mark.rule("LA-43"),
        ),
        pytest.param(
            RevealedReplaced(BLUE, "id", "Ace", "was", "Push"),
            text("legion.story.replaced", seat=SEATED, name="Ace", was="Push"),
            marks=pytest.mark.rule("LA-44"),
        ),
        pytest.param(
            InterrogationJudged(RED, "1", "Leia", near=True),
            text("legion.story.near", name="Leia"),
            marks=pytest.mark.rule("LA-39"),
        ),
        pytest.param(
            InterrogationJudged(RED, "1", "Leia", near=False),
            text("legion.story.not_near", name="Leia"),
            marks=pytest.mark.rule("LA-39"),
        ),
        pytest.param(
            OrderIssued(BLUE, "1", "Rebels", Rank.CORPS, extra=True, giver="Leia"),
            text("legion.story.order_offered", name="Rebels", giver="Leia"),
            marks=pytest.mark.rule("LA-32"),
        ),
        pytest.param(
            UnitActivated(BLUE, "1", "Rebels", drawn=False, out_of_turn=True),
            text("legion.story.activated_extra", seat=SEATED, name="Rebels"),
            marks=pytest.mark.rule("LA-07"),
        ),
        pytest.param(
            UnitActivated(BLUE, "1", "Rebels", drawn=False),
            text("legion.story.activated", seat=SEATED, name="Rebels"),
            marks=pytest.mark.rule("LA-06"),
        ),
        pytest.param(
            TokensCleared(BLUE, (("corps", 2),), (("heavy", 1),), (Rank.CORPS,)),
            text("legion.story.cleared", seat=SEATED, number=4),
            marks=pytest.mark.rule("LA-04"),
        ),
        pytest.param(
            ConsentDenied(BLUE, withdrawn=True),
            text("legion.story.withdrawn", seat=SEATED),
            marks=pytest.mark.rule("LA-63"),
        ),
        pytest.param(ConsentDenied(RED), text("legion.story.denied", seat=SEATED), marks=pytest.mark.rule("LA-63")),
        pytest.param(
            OrdersDeclined(BLUE, 2),
            text("legion.story.orders_declined", seat=SEATED, number=2),
            marks=pytest.mark.rule("LA-45"),
        ),
        pytest.param(
            HandCardDiscarded(BLUE, "id", "The Hand Thing"),
            text("legion.story.from_hand", seat=SEATED, name="The Hand Thing"),
            marks=pytest.mark.rule("LA-49"),
        ),
        pytest.param(
            Reminded(BLUE, (("Rebels 1", "Aim 1"), ("Rebels 2", "Dodge 1"))),
            text("legion.story.independent", seat=SEATED, units="Rebels 1: Aim 1; Rebels 2: Dodge 1"),
            marks=pytest.mark.rule("LA-35"),
        ),
    ],
)
def test_everybody_can_read_what_happened(event: Event, line: Text) -> None:
    assert Legion2024().line(event) == line
