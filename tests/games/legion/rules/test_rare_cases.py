"""Cases of the rules that few matches reach: LC-14, LA-04, LA-05, LA-24, LA-31, LA-32."""

import pytest

from table.games.legion.rules.activation.turn_events import DrawWasted
from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.model.armies import Slot
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.state import with_play
from table.games.legion.rules.pools.pool_events import TokensCleared
from table.games.legion.rules.selection import card_selection
from table.games.legion.rules.selection.selection_events import CannotPlay
from table.rules.seats import BLUE, RED
from tests.games.legion.rules.kit import (
    LEIA,
    REBELS,
    SNOWTROOPERS,
    STANDING_ORDERS,
    VADER,
    VEERS,
    Tabletop,
    activation,
    army,
    card,
    keyword,
    own,
    unit,
)


@pytest.mark.rule("LC-14")
def test_standing_orders_that_were_sent_back_this_round_replace_no_card() -> None:
    table = Tabletop(army(VEERS, VADER, cards=[own("Vader", card("Implacable", 1))]), army(LEIA), game=LegionClassic())
    table.blue.answers("defeat", "Vader")
    laid = ((BLUE, table.blue.card("Implacable")), (RED, table.red.card("Push")))
    barred = with_play(table.state, BLUE, barred=(STANDING_ORDERS.id,))
    events = card_selection.reveal(barred, laid)
    assert CannotPlay(BLUE, "no_standing_orders") in tuple(events)  # type: ignore[arg-type]


@pytest.mark.rule("LA-24")
def test_a_counterpart_keeps_no_side_alive() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, unit("Droid", None)))
    table.red.answers("defeat", "Leia")
    assert (table.state.winner, table.state.decided_by) == (BLUE, "LA-24")


@pytest.mark.rule("LA-04")
def test_a_pass_is_not_free_while_a_unit_acts_out_of_turn() -> None:
    table = activation(chance=(3,))
    table.blue.answers("defeat", "AT-ST")
    table.blue.answers("turn", "draw")
    assert table.events_of(DrawWasted)
    assert "pass" in table.blue.offered("turn")
    table.red.with_consent("turn.extra", "Leia")
    assert table.blue.asked("turn")
    assert "pass" not in table.blue.offered("turn")


@pytest.mark.rule("LA-05")
def test_tokens_of_the_dead_of_the_other_seat_are_cleared_as_well() -> None:
    table = Tabletop(army(VEERS), army(LEIA, REBELS, REBELS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Veers")
    table.red.answers("orders", "Leia")
    table.red.answers("orders", "Rebels 1")
    table.issue_all()
    table.blue.activates("Veers")
    table.red.activates("Leia")
    table.red.answers("turn", "Rebels 1")
    table.red.answers("defeat", "Rebels 2")
    table.red.answers("turn.end")
    assert [each.seat for each in table.events_of(TokensCleared)] == [RED]
    assert (table.step, table.red.pool) == ("end", {})


@pytest.mark.rule("LA-31")
def test_a_defeated_unit_gets_no_second_token() -> None:
    table = activation()
    table.blue.answers("defeat", "AT-ST")
    assert "AT-ST" not in table.blue.offered("token.second")
    assert "Vader" in table.blue.offered("token.second")


@pytest.mark.rule("LA-32")
def test_a_unit_with_direct_orders_another_and_never_itself() -> None:
    table = Tabletop(army(VEERS, keyword(Keyword.DIRECT, SNOWTROOPERS, Slot()), REBELS), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    assert table.blue.markable("Veers", "Rebels") == []
    table.blue.answers("orders", ("Veers", "Rebels"))
