"""Options of a card in play are named with the card, and come before all others: LA-85."""

import pytest

from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.consent import ACTS
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Timing
from table.rules.prompts import AnyPrompt, ChooseOne
from tests.games.legion.rules.kit import (
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VADER,
    VEERS,
    Player,
    Tabletop,
    army,
    card,
    does,
    slots,
)

IMPLACABLE = does(card("Implacable", 1, slots(1), Timing.ACTIVATION), Act.EXTRA_ACTIVATION, "Vader")
PINNED = does(card("Pinned", 1, slots(1), Timing.ACTIVATION), Act.TOKEN_FLIP_FACEDOWN, "enemy")


def table_with(name: str, game: Legion | None = None) -> Tabletop:
    cards = [IMPLACABLE, PINNED]
    table = Tabletop(army(VADER, VEERS, SNOWTROOPERS, cards=cards), army(LEIA, REBELS), game=game)
    table.both_play(name, "Push")
    return table


def first(player: Player) -> AnyPrompt:
    """Return what comes first among all that is possible for a player."""
    standing = [prompt for prompt in player.table.prompts() if prompt.seat is player.seat and prompt.standing]
    return max(standing, key=lambda prompt: prompt.often)


@pytest.mark.rule("LA-09", "LA-85")
def test_a_token_back_into_the_pool_while_the_unit_of_the_card_is_active() -> None:
    table = table_with("Implacable")
    table.blue.answers("orders", "Vader")
    table.issue_all()
    assert first(table.blue).key != "token.return"
    table.blue.answers("turn", "Vader")
    asked = first(table.blue)
    assert (asked.key, asked.ask.key, dict(asked.ask.args)["card"]) == ("token.return", "legion.gift.ask", "Implacable")
    table.blue.answers("token.return")
    assert "legion.gift.ask" not in [prompt.ask.key for prompt in table.prompts()], "once"


@pytest.mark.rule("LA-85")
def test_units_that_the_card_means_come_before_the_others() -> None:
    out = does(card("Ambition", 1, slots(1), Timing.ACTIVATION), Act.ACTIVATE_OUT_OF_TURN, "Snowtroopers")
    table = Tabletop(army(VEERS, VADER, SNOWTROOPERS, cards=[out]), army(LEIA, REBELS))
    table.both_play("Ambition", "Push")
    table.blue.answers("orders", "Snowtroopers")
    table.issue_all()
    asked = table.blue.asked("turn.extra")
    assert isinstance(asked, ChooseOne)
    assert (asked.options[0].id, asked.ask.key) == (table.blue.unit("Snowtroopers").unit.id, "legion.gift.ask")


@pytest.mark.rule("TB-51")
@pytest.mark.parametrize("game", [Legion2024(), LegionClassic()])
def test_what_no_card_allows_keeps_its_place(game: Legion) -> None:
    table = Tabletop(army(VADER, VEERS), army(LEIA, REBELS), game=game)
    table.command_phase("Ambush", "Push")
    assert "legion.gift.ask" not in [prompt.ask.key for prompt in table.prompts()]


@pytest.mark.rule("LA-85")
def test_every_question_that_a_card_can_open_is_one_of_the_table() -> None:
    keys = {question.key for question in Legion2024.steps.standing}
    assert keys >= ACTS.keys()
