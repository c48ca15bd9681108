"""A match at the virtual table: bots with hands, reference cards on the readers, tokens from the dispenser."""

import random
from pathlib import Path

import pytest

from lab.quick_readers import quick_readers
from table.config import Config
from table.config.schema import HopperConfig, StateConfig
from table.devices.setup import Setup
from table.emulation.hands.bot_match import BotMatch, begin, disagreements, totals
from table.emulation.virtual_table import VirtualTable
from table.rules.prompts import AnyPrompt
from table.rules.seats import BLUE, RED
from table.rules.view import PieceState
from table.words import Words

HOPPERS = (
    HopperConfig(number=0, kind="regular", content=40),
    HopperConfig(number=1, kind="command", content=12),
    HopperConfig(number=2, kind="speedball", content=8),
)


def config(folder: Path) -> Config:
    return Config(state=StateConfig(folder=str(folder)), hoppers=HOPPERS, readers=quick_readers())


@pytest.mark.campaign
def test_two_bots_play_into_the_second_round_and_everything_agrees(tmp_path: Path) -> None:
    table = VirtualTable(Setup.of(config(tmp_path)), seed=9)
    begin(table, "infinity", {BLUE: "sample:first_watch", RED: "sample:red_harbour"})
    evening = BotMatch(table, random.Random(9))
    asked: dict[str, AnyPrompt] = {}
    while table.now.view is None or table.now.view.round < 2:
        asked |= {prompt.key: prompt for prompt in table.now.prompts}
        evening.act()
    evening.settle()
    assert disagreements(table) == ()
    assert totals(table)["regular"] > 0
    assert totals(table)["command"] == 9
    stated = Words()
    for prompt in asked.values():
        assert prompt.ask.key in stated, prompt.ask.key
    view = table.now.view
    assert view is not None
    assert all(line.key in stated for line in view.story)
    table.close()


@pytest.mark.campaign
def test_a_reference_card_laid_on_the_reader_begins_its_use(tmp_path: Path) -> None:
    table = VirtualTable(Setup.of(config(tmp_path)), seed=3)
    begin(table, "infinity", {BLUE: "sample:first_watch", RED: "sample:red_harbour"})
    evening = BotMatch(table, random.Random(4))
    evening.until(lambda now: {"order", "use"} <= {prompt.key for prompt in now.prompts})
    evening.settle()
    seat = next(prompt.seat for prompt in table.now.prompts if prompt.key == "order")
    assert seat is not None
    table.lay(seat, "infinity.use.regroup")
    assert table.now.notice is not None
    assert table.now.notice.rule == "IN-20", "the game says best why not now"
    table.clear(seat)
    table.lay(seat, "infinity.use.guts")
    assert any(prompt.key == "use.trooper" and prompt.seat is seat for prompt in table.now.prompts)
    table.clear(seat)
    table.close()


@pytest.mark.rule("TB-113")
@pytest.mark.slow
def test_a_casualty_is_reported_by_laying_the_troopers_card_whatever_is_asked(tmp_path: Path) -> None:
    table = VirtualTable(Setup.of(config(tmp_path)), seed=3)
    begin(table, "infinity", {BLUE: "sample:first_watch", RED: "sample:red_harbour"})
    evening = BotMatch(table, random.Random(4))
    evening.until(lambda now: "order" in {prompt.key for prompt in now.prompts})
    evening.settle()
    seat = next(prompt.seat for prompt in table.now.prompts if prompt.key == "order")
    assert seat is not None
    for owner in (seat, seat.opponent):
        table.clear(owner)
        name = "ranger-2" if owner is BLUE else "docker-2"
        table.lay(owner, f"infinity.trooper.{name}")
        assert not any(prompt.key == "fate" for prompt in table.now.prompts)
    view = table.now.view
    assert view is not None
    gone = [piece.name for side in view.seats for piece in side.pieces if piece.state is PieceState.GONE]
    assert {"Ranger 2", "Docker 2"} <= set(gone)
    table.close()
