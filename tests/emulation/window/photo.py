"""The README's picture of an emulated table's window: the reveal, and beside it the bench, with its log open."""

from collections.abc import Callable

import pygame
from msgspec.structs import replace

from hal.events import Button
from table.emulation.acts import Lay, Press
from table.emulation.analyser.event_log import CARD, HANDS, TABLE
from table.emulation.window.bench_window import BenchWindow
from table.emulation.window.places import DrawerTab
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.rules.view import Card
from table.screen.loop import Loop, ScreenCallbacks
from table.screen.motion import TURN_S
from table.screen.painter import Painter
from table.screen.window import Window
from table.view.published import Published
from table.words import Words
from tests.emulation.window.fake_bench import FakeBench
from tests.screen import scenes
from tests.screen.test_loop import Clock

SIZE = (1280, 720)
OPEN_S = TURN_S + 0.1
"""After the reveal: both cards lie open."""
SHOWN = (
    (10.447, CARD, "red", "HLTA"),
    (10.657, HANDS, "hands", "press seat=blue button=confirm"),
    (11.47, CARD, "blue", "REQA, no answer"),
    (11.47, TABLE, "match", "Blue locked a card."),
    (12.084, HANDS, "hands", "release seat=blue button=confirm"),
    (12.997, HANDS, "hands", "press seat=red button=confirm"),
    (13.825, TABLE, "match", "Red locked a card."),
    (13.825, TABLE, "match", "Blue plays Implacable"),
    (13.825, TABLE, "match", "Red plays Push"),
)


def _revealed() -> Published:
    """What the cards are on which the bench's hands lie."""
    reveal = scenes.reveal()
    assert reveal.view is not None
    blue, red = reveal.view.seats
    push = replace(red, card=Card("Push", text("scene.orders", what=scenes.name("2 units")), 2))
    return replace(reveal, view=replace(reveal.view, seats=(blue, push)))


def photo(words: Words) -> pygame.Surface:
    """Needs SDL's dummy driver. The same every time: nothing in it has a clock of its own."""
    window, clock, bench = Window(SIZE, "table"), Clock(), FakeBench()
    shown: list[Published] = [scenes.sealing()]
    now: Callable[[], float] = lambda: clock.now_s  # noqa: E731
    wishes = ScreenCallbacks(lambda _: None, lambda _: None, lambda: None)
    beside = BenchWindow(bench, words, now)
    beside.show(DrawerTab.LOG)
    loop = Loop(window, Painter(words), lambda: shown[-1], clock, now, wishes, {BLUE: 0.8, RED: 0.8}, beside)
    try:
        for at_s, channel, source, line in SHOWN:
            bench.log.add(at_s, channel, source, (line,))
        for act in (Lay(BLUE, "blue/c1"), Lay(RED, "red/c3"), Press(RED, Button.CONFIRM)):
            bench.perform(act)
        for _ in range(10):
            loop.turn()
        shown.append(_revealed())
        begun_s = clock.now_s
        while clock.now_s < begun_s + OPEN_S:
            clock.woken = False
            loop.turn()
        return window.surface.copy()
    finally:
        window.close()
