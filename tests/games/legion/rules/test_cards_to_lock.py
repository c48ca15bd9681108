"""LA-50: which cards a seat may lock. The classic rules lock any, and play Standing Orders for it (LC-14)."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from table.games.infinity.rules.game import Infinity
from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard, Timing
from table.games.legion.rules.selection.selection_events import CannotPlay, CanPlay
from table.games.tide_of_iron.rules.game import TideOfIron
from table.rules.seats import BLUE, RED
from table.rules.text import text
from tests.games.legion.rules.kit import (
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VADER,
    VEERS,
    Tabletop,
    activation,
    army,
    card,
    does,
    own,
    skirmish,
)

IMPLACABLE = own("Vader", card("Implacable", 1))
THRAWNS = own("Thrawn", card("Foreign", 1))
CHANGE_OF_PLANS = does(card("Change of Plans", 1, timing=Timing.REVEAL), Act.RESELECT_BOTH)
RIGHTS = army(VEERS, VADER, SNOWTROOPERS, cards=[IMPLACABLE, THRAWNS])
LEFTS = army(LEIA, REBELS, cards=[own("Leia", card("No Time for Sorrows", 2))])


def may_lock(table: Tabletop, name: str) -> bool:
    return table.blue.may_lock(name)


def at_the_first_lock() -> tuple[Tabletop, str]:
    return Tabletop(RIGHTS, LEFTS), ""


def of_the_other_hand() -> tuple[Tabletop, str]:
    return Tabletop(RIGHTS, LEFTS), "No Time for Sorrows"


def of_no_hand() -> tuple[Tabletop, str]:
    return Tabletop(RIGHTS, LEFTS), "Unheard Of"


def of_a_unit_that_is_not_there() -> tuple[Tabletop, str]:
    return Tabletop(RIGHTS, LEFTS), "Foreign"


def of_a_unit_that_fell() -> tuple[Tabletop, str]:
    table = Tabletop(RIGHTS, LEFTS)
    table.blue.answers("defeat", "Vader")
    return table, "Implacable"


def played_already() -> tuple[Tabletop, str]:
    table = activation("Ambush", "Push")
    table.end_round()
    return table, "Ambush"


def returned_this_round() -> tuple[Tabletop, str]:
    table = skirmish(cards=[CHANGE_OF_PLANS])
    table.both_play("Ambush", "Change of Plans")
    table.red.answers("plans", "use")
    return table, "Ambush"


Situation = Callable[[], tuple[Tabletop, str]]
UNLAWFUL: tuple[Situation, ...] = (
    of_the_other_hand,
    of_no_hand,
    of_a_unit_that_is_not_there,
    of_a_unit_that_fell,
    played_already,
    returned_this_round,
)


@pytest.mark.rule("LA-50")
@pytest.mark.parametrize("situation", UNLAWFUL, ids=lambda situation: situation.__name__)
def test_a_card_that_may_not_be_played_may_not_be_locked(situation: Situation) -> None:
    table, unlawful = situation()
    assert table.blue.asked("select")
    assert not may_lock(table, unlawful)


@pytest.mark.rule("LA-50")
@pytest.mark.parametrize("situation", [at_the_first_lock, *UNLAWFUL], ids=lambda situation: situation.__name__)
def test_every_card_that_a_seat_may_lay_can_be_locked_and_no_other_of_its_own(situation: Situation) -> None:
    table, _ = situation()
    mine: tuple[CommandCard, ...] = table.blue.side.army.hand
    lawful = {option.id for option in table.game.hand(table.state, BLUE)}
    assert lawful
    assert {each.id for each in mine if table.game.sealable(table.state, BLUE, each.id)} == lawful


@pytest.mark.rule("LC-14")
def test_the_classic_rules_lock_any_card() -> None:
    table = Tabletop(RIGHTS, LEFTS, (), LegionClassic())
    table.blue.answers("defeat", "Vader")
    assert may_lock(table, "Implacable")
    assert may_lock(table, "No Time for Sorrows")


@pytest.mark.rule("LA-50")
@pytest.mark.parametrize("situation", UNLAWFUL, ids=lambda situation: situation.__name__)
def test_the_current_rules_warn_of_nothing_before_the_lock(situation: Situation) -> None:
    table, unlawful = situation()
    assert table.game.warning(table.state, BLUE, table.blue.card(unlawful)) is None


@pytest.mark.rule("LA-50", "LC-14")
def test_the_classic_rules_warn_before_the_lock_and_in_the_same_words_for_every_reason() -> None:
    table = Tabletop(RIGHTS, LEFTS, (), LegionClassic())
    table.command_phase("Push", "Push")
    table.end_round()
    table.blue.answers("defeat", "Vader")
    warned = {
        name: table.game.warning(table.state, BLUE, table.blue.card(name))
        for name in ("Push", "Implacable", "Foreign", "No Time for Sorrows", "Unheard Of", "Ambush", "Assault")
    }
    assert warned.pop("Ambush") is None
    assert warned.pop("Assault") is None
    assert set(warned.values()) == {text("legion.lock.warned")}


@pytest.mark.rule("LA-50")
def test_no_leader_comes_back_to_a_selection_whose_card_lies_open() -> None:
    """A question about a card in play keeps the step open (LC-50): nobody becomes able to lay a card meanwhile."""
    lasting = replace(card("Lasting", 1, timing=Timing.UNTIMED), permanent=True)
    table = Tabletop(army(VEERS, VADER, cards=[lasting]), LEFTS, (), LegionClassic())
    table.command_phase("Lasting", "Push")
    table.end_round()
    table.red.answers("defeat", "Leia")
    table.blue.answers("given", "legion.card.lasting")
    table.blue.plays("Ambush")
    assert table.step == "select"
    table.red.answers("restore", "Leia")
    table.red.answers("restore.why", "slip")
    assert table.red.asked("select") is None
    assert not table.events_of(CanPlay)


@pytest.mark.rule("LA-50")
def test_nor_to_one_whose_card_was_turned_over_and_counts_for_nothing() -> None:
    lasting = replace(card("Lasting", 1, timing=Timing.UNTIMED), permanent=True)
    blue = replace(army(VEERS, VADER), hand=(lasting, IMPLACABLE, card("Spare", 1)))
    table = Tabletop(blue, LEFTS, (), LegionClassic())
    table.command_phase("Lasting", "Push")
    table.end_round()
    table.red.answers("defeat", "Leia")
    table.blue.answers("defeat", "Vader")
    table.blue.answers("given", "legion.card.lasting")
    table.blue.plays("Implacable")
    assert table.events_of(CannotPlay)[-1] == CannotPlay(BLUE, "no_standing_orders")
    table.red.answers("restore", "Leia")
    table.red.answers("restore.why", "slip")
    assert table.red.asked("select") is None


def test_where_nothing_is_laid_face_down_nothing_can_be_locked() -> None:
    for game in (TideOfIron(), Infinity()):
        assert not game.sealable(None, RED, "legion.card.ambush")  # type: ignore[arg-type]
