"""Tide of Iron at the virtual table: strategy cards on the reader, tokens in the tray and back, all in words."""

import random
from pathlib import Path

import pytest

from lab.quick_readers import quick_readers
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.hands.bot_match import BotMatch, begin, disagreements, totals
from table.emulation.virtual_table import VirtualTable
from table.games.tide_of_iron.rules.cards.strategy_cards import StrategyCardActivated
from table.games.tide_of_iron.rules.command.command_spending import CommandSpent, InitiativeRaised
from table.games.tide_of_iron.rules.objectives.objective_income import CommandReceived
from table.rules.game import Event
from table.rules.match.events import TokensReused
from table.rules.seats import BLUE, RED, Seat
from table.session.match_switch import NEXT_MATCH
from table.words import Words
from tests.emulation.shown_texts import texts

MILL = {BLUE: "sample:mill_bridge/american", RED: "sample:mill_bridge/german"}
ORCHARD = {BLUE: "sample:quiet_orchard/german", RED: "sample:quiet_orchard/british"}


def table_at(folder: Path, seed: int) -> VirtualTable:
    return VirtualTable(Setup.of(Config(state=StateConfig(folder=str(folder)), readers=quick_readers())), seed=seed)


@pytest.mark.campaign
@pytest.mark.rule("TB-89")
@pytest.mark.rule("TB-79")
@pytest.mark.parametrize(("sides", "seed", "bought"), [(MILL, 1, InitiativeRaised), (ORCHARD, 8, CommandSpent)])
def test_two_bots_play_a_scenario_to_its_end(
    tmp_path: Path, sides: dict[Seat, str], seed: int, bought: type[Event]
) -> None:
    table, words, missing = table_at(tmp_path, seed), Words("en"), set[str]()
    begin(table, "tide_of_iron", sides)
    evening = BotMatch(table, random.Random(seed))
    while table.now.view is None or not table.now.view.over:
        evening.act()
        missing |= {stated.key for stated in texts(table.now) if stated.key not in words}
    table.wait(10.0)  # the last tokens fall, as they do before people have said that the match is over
    evening.until(lambda now: now.prompts[0].key == NEXT_MATCH)
    assert missing == set()
    play = table.session.play
    assert play is not None
    kinds = [type(event) for event in play.events()]
    assert {CommandReceived, StrategyCardActivated, bought} <= set(kinds)
    received = sum(out.count for event in play.events() for out in play.match.game.hand_outs(event))
    reused = sum(event.count for event in play.events() if isinstance(event, TokensReused))
    emptied = sum(token.count for token in play.state.ledger.called_back)
    assert totals(table) == play.counted(), "the pile paid out what was received, and no more"
    assert reused > emptied == 0
    assert totals(table)["command"] < received <= totals(table)["command"] + reused, "but for what lay in a tray"
    assert play.state.ledger.out == (), "and it has everything back"
    assert disagreements(table) == ()
    table.close()


@pytest.mark.slow
@pytest.mark.rule("TI-37")
def test_a_strategy_card_laid_open_is_activated_and_its_tokens_may_wait(tmp_path: Path) -> None:
    table = table_at(tmp_path, 5)
    begin(table, "tide_of_iron", MILL)
    evening = BotMatch(table, random.Random(2))
    evening.until(lambda now: now.view is not None and any(p.key == "action" for p in now.prompts))
    table.lay(BLUE, "tide_of_iron.american.field-telephone")
    assert table.now.notice is not None
    assert table.now.notice.rule == "TI-33", "it costs more than there is, and it stays where it is"
    table.clear(BLUE)
    table.lay(BLUE, "tide_of_iron.american.smoke-on-the-river")
    play = table.session.play
    assert play is not None
    view = table.now.view
    assert view is not None
    assert view.seats[0].card is not None
    assert view.seats[0].card.name == "Smoke on the river"
    assert all(prompt.key != "match.tokens_back" for prompt in table.now.prompts), "the players fight on"
    assert play.state.ledger.trays, "and need it again when they receive command"
    table.close()
