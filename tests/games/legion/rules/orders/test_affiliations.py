"""Affiliations (LA-37), counterparts and detachments (LA-36)."""

import pytest

from table.games.legion.rules.model.armies import Rank, Slot
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.orders.order_events import OrderIssued, OrdersFinished
from table.rules.seats import BLUE
from tests.games.legion.rules.kit import (
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VADER,
    VEERS,
    Tabletop,
    affiliated,
    army,
    card,
    keyword,
    own,
    unit,
)

BOSSK = affiliated("rogue", unit("Bossk", Rank.OPERATIVE))
CAD_BANE = affiliated("rogue", unit("Cad Bane", Rank.OPERATIVE))
BLACK_SUN = affiliated("black sun", unit("Enforcers"))
MAUL = keyword(Keyword.ALLIES_OF_CONVENIENCE, affiliated("maul loyalist", unit("Maul", Rank.COMMANDER)))


@pytest.mark.rule("LA-37")
def test_a_mercenary_is_not_offered_for_the_orders_of_a_commander_without_its_affiliation() -> None:
    table = Tabletop(army(VEERS, BOSSK, SNOWTROOPERS), army(LEIA, REBELS))
    table.both_play("Push", "Assault")
    assert table.blue.offered("orders") == ["Veers", "Snowtroopers"]
    assert table.blue.tries("orders", "Bossk").rule == "LA-37"


@pytest.mark.rule("LA-37")
def test_orders_that_nobody_else_can_get_are_lost() -> None:
    table = Tabletop(army(VEERS, BOSSK, BLACK_SUN), army(LEIA, REBELS))
    table.both_play("Push", "Assault")
    table.blue.answers("orders", "Veers")
    assert [(event.seat, event.lost) for event in table.events_of(OrdersFinished)] == [(BLUE, 1)]


@pytest.mark.rule("LA-37")
def test_it_takes_orders_from_itself_and_from_its_own() -> None:
    hunt = own("Bossk", card("Hunt", 1, (Slot(), Slot())))
    table = Tabletop(army(VEERS, BOSSK, CAD_BANE, BLACK_SUN, cards=[hunt]), army(LEIA, REBELS))
    table.both_play("Hunt", "Push")
    assert table.blue.offered("orders") == ["Veers", "Bossk", "Cad Bane"], "and it works one way: Veers may be ordered"


@pytest.mark.rule("LA-37")
def test_allies_of_convenience_order_everybody() -> None:
    table = Tabletop(army(MAUL, BOSSK, BLACK_SUN), army(LEIA, REBELS))
    table.both_play("Push", "Assault")
    assert table.blue.offered("orders") == ["Maul", "Bossk", "Enforcers"]


@pytest.mark.rule("LA-37")
def test_keywords_that_issue_orders_keep_to_it_too() -> None:
    dooku = keyword(Keyword.DIRECT, unit("Dooku", Rank.COMMANDER), Slot(ranks=(Rank.CORPS,)))
    table = Tabletop(army(dooku, BLACK_SUN, SNOWTROOPERS), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    assert table.blue.markable("Dooku") == ["Snowtroopers"]


@pytest.mark.rule("LA-36")
@pytest.mark.rule("TB-44")
def test_a_counterpart_is_part_of_its_unit_and_a_detachment_is_a_unit_of_its_own() -> None:
    id10 = unit("ID10", None, "droid trooper")
    strike_team = unit("Scout Troopers", Rank.SUPPORT, title="Strike Team")
    table = Tabletop(army(VEERS, VADER, id10, strike_team), army(LEIA))
    table.both_play("Ambush", "Push")
    assert table.blue.offered("orders") == ["Veers", "Vader", "Scout Troopers"]
    table.blue.answers("orders", "Scout Troopers")
    table.issue_all()
    assert [event.rank for event in table.events_of(OrderIssued) if event.seat is BLUE] == [Rank.SUPPORT]
    assert table.blue.pool == {"commander": 1, "operative": 1}
    assert table.red.side.play.passes == 3 - 1 - 1, "three units against one"
