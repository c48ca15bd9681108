"""The plug is pulled in the middle of a reveal; what the screen states when the table is back."""

from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.hands.bot_match import begin
from table.emulation.virtual_table import VirtualTable
from table.rules.commands import Answer
from table.rules.seats import BLUE, RED, SEATS
from table.rules.shown_codes import grouped
from table.screen.motion import TURN_S
from table.screen.painter import Painter
from table.view.published import Published, Resumed
from table.words import Words

SIZE = (800, 480)


@pytest.fixture
def table(tmp_path: Path) -> VirtualTable:
    table = VirtualTable(Setup.of(replace(Config(), state=StateConfig(folder=str(tmp_path)))), seed=3)
    begin(table, "legion_2024", {BLUE: "sample:rebels_leia_luke", RED: "sample:empire_veers_vader"})
    for seat in SEATS:
        table.session.step(Answer(seat, "match.number", 7))
    return table


def lock(table: VirtualTable, *seats: str) -> None:
    for seat in SEATS:
        if seat in seats:
            table.lay(seat, table.session.hand(seat)[0].id)
            table.hold(seat)


def reported(painter: Painter, published: Published, now_s: float) -> set[str]:
    painter.draw(pygame.Surface(SIZE), published, now_s)
    return {one.words for one in painter.placed}


@pytest.mark.slow
def test_a_reveal_that_was_cut_short_is_on_disk_and_can_be_called_up_again(table: VirtualTable, words: Words) -> None:
    before, shown = Painter(words), table.now
    reported(before, shown, 0.0)
    lock(table, *SEATS)
    reported(before, table.now, 1.0)
    reported(before, table.now, 1.0 + TURN_S / 2)
    assert before.act(1.0 + TURN_S / 2) is not None, "the cards are turning"
    cards = [seat.card for seat in table.now.view.seats] if table.now.view else []
    table.cut_power()
    assert table.now.resumed == Resumed(())
    again = Painter(words)
    lines = reported(again, table.now, 0.0)
    assert {"The match continues", "Nothing was lost."} <= lines
    again.skip(1.0)
    assert not again.animating(1.0), "a reveal of before is no event now"
    again.recall(("turn",), 2.0)
    assert {card.name for card in cards if card} <= reported(again, table.now, 2.0)
    table.close()


@pytest.mark.slow
def test_whose_lock_is_void_is_reported_before_anything_else_can_be_answered(table: VirtualTable, words: Words) -> None:
    lock(table, BLUE)
    table.cut_power()
    assert table.now.resumed == Resumed((BLUE,))
    painter = Painter(words)
    lines = reported(painter, table.now, 0.0)
    assert {"The match continues", "Blue: your lock is void. Lock a card again."} <= lines
    assert not any("Red: the lock" in line for line in lines)
    assert painter.at((10, 10)) == painter.at((400, 240)), "a finger can only go on"
    painter.skip(1.0)
    assert "Lay a command card face down and lock it" in reported(painter, table.now, 1.0)
    table.close()


def test_a_match_that_is_begun_afterwards_goes_on_from_nothing(table: VirtualTable) -> None:
    table.cut_power()
    goes_on = table.now
    assert goes_on.resumed is not None
    for seat, key, value in ((BLUE, "match.end", "abandon"), (RED, "match.agree", "agree")):
        table.session.step(Answer(seat, key, value))
    table.session.step(Answer(BLUE, table.now.prompts[0].key, None))
    assert table.now.resumed is None
    table.close()


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_the_closing_picture_shows_how_the_exported_file_ends(
    table: VirtualTable, tongues: dict[str, Words], language: str
) -> None:
    for seat, key, value in ((BLUE, "match.end", "abandon"), (RED, "match.agree", "agree")):
        table.session.step(Answer(seat, key, value))
    play = table.session.play
    assert play is not None
    assert table.now.chain == play.journal.head.hex()
    lines = reported(Painter(tongues[language]), table.now, 0.0)
    assert " ".join(lines).count(grouped(table.now.chain)) == 1
    table.close()
