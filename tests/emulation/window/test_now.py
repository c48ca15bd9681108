"""The drawer's first page: what to do now. It opens with the table, and leaves when it is not needed any more."""

import pygame
import pytest
from msgspec.structs import replace
from pygame import Rect

from table.emulation.guide import TOGETHER, NextAct
from table.emulation.window.bench_window import BenchWindow
from table.emulation.window.drawer_pages import CLOSE
from table.emulation.window.places import DrawerTab, Tab
from table.rules.text import Text, text
from table.words import Words
from tests.emulation.window.fake_bench import FakeBench
from tests.emulation.window.test_window import SIZE, Desk, desk

__all__ = ["desk"]

LAY = text("bench.now.lay", seat="Blue", card="Ambush", keys="", confirm="")
WAIT = text("bench.now.wait", seat="Red", card="", keys="", confirm="")


def reported(desk: Desk, round: int, *guide: Text) -> set[str]:
    desk.bench.state = replace(desk.bench.state, guide=guide, round=round)
    desk.turns()
    desk.beside.draw(desk.window.surface, whole=True)
    return {one.words for one in desk.beside.placed}


def is_open(desk: Desk) -> bool:
    return desk.beside.table_area(Rect(0, 0, *SIZE)).height < SIZE[1] - 100


def test_the_drawer_opens_with_what_each_hand_does_now(desk: Desk) -> None:
    stated = reported(desk, 1, LAY, WAIT)
    assert any(words.startswith("Blue: drag a command card, for example Ambush") for words in stated)
    assert "Red: nothing to do now." in stated
    assert desk.bench.tapped == [], "nothing is recorded for a log that nobody reads"


def test_what_either_hand_does_for_both_is_reported_once(desk: Desk) -> None:
    wanted = reported(desk, 0, text("bench.now.either.choose"))
    assert sum(words.startswith("Click a row.") for words in wanted) == 1


def test_it_leaves_when_a_round_is_over_and_comes_back_when_it_is_asked_for(desk: Desk) -> None:
    reported(desk, 0, LAY, WAIT)
    reported(desk, 1, LAY, WAIT)
    assert is_open(desk)
    reported(desk, 2, LAY, WAIT)
    assert not is_open(desk)
    desk.click(Tab(DrawerTab.NOW))
    assert is_open(desk)
    reported(desk, 2, LAY, WAIT)
    assert is_open(desk)


def test_a_press_sends_it_away_and_the_log_is_another_tab(desk: Desk) -> None:
    reported(desk, 1, LAY, WAIT)
    desk.click(CLOSE)
    assert not is_open(desk)
    desk.key(pygame.K_F6)
    assert is_open(desk)
    assert desk.bench.tapped == [True]


@pytest.mark.campaign
@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("size", [(1100, 620), (1280, 720), (1920, 1080)])
def test_every_sentence_of_it_stands_whole_in_its_box(size: tuple[int, int], language: str) -> None:
    bench = FakeBench()
    beside, surface = BenchWindow(bench, Words(language)), pygame.Surface(size)
    guides: list[tuple[Text, ...]] = [(text(f"bench.now.either.{act}"),) for act in TOGETHER]
    for act in NextAct:
        guide = tuple(
            text(
                f"bench.now.{act}",
                seat=text(f"screen.seat.{seat}"),
                card="Somebody Has to Save Our Skins",
                keys=text(f"bench.now.keys.{seat}"),
                confirm=text(f"bench.now.confirm.{seat}"),
            )
            for seat in ("blue", "red")
        )
        guides.append(guide)
    for guide in guides:
        bench.state = replace(bench.state, guide=guide)
        beside.table_area(surface.get_rect())
        beside.draw(surface, whole=True)
        for placed in beside.placed:
            assert placed.box.inflate(2, 6).contains(placed.ink), placed
        sentences = {Words(language).say(one) for one in guide}
        assert {placed.words for placed in beside.placed if placed.whole} >= sentences
