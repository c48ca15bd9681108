"""The bench in the table's window: a mouse that carries cards, presses buttons, pulls cables and takes tokens."""

from collections.abc import Callable, Iterator

import pygame
import pytest
from msgspec.structs import replace
from pygame import Rect

from hal.events import Button
from table.bench.hands import Lay, Lift, PlugCable, PlugReader, Press, Release, Take
from table.bench.window.beside import LEFT, RIGHT, WHEEL_DOWN, WHEEL_UP, BenchBeside
from table.bench.window.layout import lay_out, split
from table.bench.window.places import Antenna, Cable, Carried, Hand, Knob, Place, Tray
from table.games.seats import BLUE, RED
from table.published import Published
from table.screen.loop import Loop, Wishes
from table.screen.painter import Painter
from table.screen.touch import Touched
from table.screen.window import Window
from tests.bench.fake_bench import FakeBench
from tests.screen import scenes
from tests.screen.test_loop import Clock

SIZE = (1280, 720)
PUSH, AMBUSH, RED_PUSH = "blue/c2", "blue/c0", "red/c3"


class Desk:
    """A window with table and bench, a mouse, and what came of it."""

    def __init__(self, window: Window, painter: Painter) -> None:
        self.window, self.painter = window, painter
        self.bench, self.clock = FakeBench(), Clock()
        self.published: Published = scenes.tie()
        self.touched: list[object] = []
        self.beside = BenchBeside(self.bench, painter.words)
        wishes = Wishes(self.touched.append, self.touched.append, lambda: None)
        now: Callable[[], float] = lambda: self.clock.now_s  # noqa: E731
        self.loop = Loop(window, painter, lambda: self.published, self.clock, now, wishes, self.beside)
        self.turns()

    def turns(self, count: int = 3) -> int:
        before = self.loop.frames
        for _ in range(count):
            self.loop.turn()
        return self.loop.frames - before

    def point(self, place: Place) -> tuple[int, int]:
        rect = self.beside.place_of(place)
        assert rect is not None, f"{place} is not in the picture"
        return rect.center

    def down(self, at: tuple[int, int], button: int = LEFT) -> None:
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=button, pos=at))
        self.turns(2)

    def move(self, at: tuple[int, int]) -> None:
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0)))
        self.turns(2)

    def up(self, at: tuple[int, int], button: int = LEFT) -> None:
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=button, pos=at))
        self.turns(2)

    def drag(self, key: str, to: tuple[int, int]) -> None:
        self.down(self.point(Carried(key)))
        self.move(to)
        self.up(to)

    def key(self, key: int) -> None:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0))
        self.turns()


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch, painter: Painter) -> Iterator[Desk]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(SIZE, "table")
    yield Desk(window, painter)
    window.close()


def test_a_card_dropped_on_a_reader_lies_there(desk: Desk) -> None:
    desk.drag(PUSH, desk.point(Antenna(BLUE)))
    assert desk.bench.done == [Lay(BLUE, PUSH)]
    assert [card.key for card in desk.bench.look().lying(BLUE)] == [PUSH]


def test_a_card_dropped_beside_the_readers_stays_in_the_hand(desk: Desk) -> None:
    desk.drag(PUSH, (300, 300))
    assert desk.bench.done == []
    assert desk.touched == [], "and what lies under it on the table's screen is not touched"


def test_two_cards_can_lie_on_one_reader_and_one_of_the_other_hand(desk: Desk) -> None:
    for key in (PUSH, AMBUSH, RED_PUSH):
        desk.drag(key, desk.point(Antenna(BLUE)))
    assert {card.key for card in desk.bench.look().lying(BLUE)} == {PUSH, AMBUSH, RED_PUSH}
    assert all(desk.beside.place_of(Carried(key)) for key in (PUSH, AMBUSH, RED_PUSH)), "each can be taken again"


def test_a_card_is_lifted_the_moment_it_leaves_the_antenna(desk: Desk) -> None:
    desk.drag(PUSH, desk.point(Antenna(BLUE)))
    desk.bench.done.clear()
    desk.down(desk.point(Carried(PUSH)))
    desk.move(desk.point(Antenna(BLUE)))
    assert desk.bench.done == [], "it slid on the antenna"
    desk.move(desk.point(Antenna(RED)))
    assert desk.bench.done == [Lift(PUSH)]
    desk.up(desk.point(Antenna(RED)))
    assert desk.bench.done == [Lift(PUSH), Lay(RED, PUSH)]


def test_a_click_on_a_card_that_lies_does_not_lift_it(desk: Desk) -> None:
    desk.drag(PUSH, desk.point(Antenna(BLUE)))
    desk.bench.done.clear()
    point = desk.point(Carried(PUSH))
    desk.down(point)
    desk.up(point)
    assert desk.bench.done == []
    assert desk.point(Carried(PUSH)) == point


def test_the_right_button_lays_and_lifts_at_once(desk: Desk) -> None:
    desk.down(desk.point(Carried(RED_PUSH)), RIGHT)
    desk.down(desk.point(Carried(RED_PUSH)), RIGHT)
    assert desk.bench.done == [Lay(RED, RED_PUSH), Lift(RED_PUSH)]


def test_a_panels_button_is_down_for_as_long_as_the_mouse_holds_it(desk: Desk) -> None:
    knob = desk.point(Knob(RED, Button.CONFIRM))
    desk.down(knob)
    assert desk.bench.done == [Press(RED, Button.CONFIRM)]
    desk.move((300, 300))
    desk.up((300, 300))
    assert desk.bench.done[1:] == [Release(RED, Button.CONFIRM)]


def test_cables_are_pulled_and_put_back(desk: Desk) -> None:
    for seat in (BLUE, RED, None):
        for plugged in (True, False):
            desk.down(desk.point(Cable(seat, plugged)))
            desk.up((0, 0))
    assert desk.bench.done == [
        *(PlugReader(seat, plugged) for seat in (BLUE, RED) for plugged in (False, True)),
        PlugCable(False),
        PlugCable(True),
    ]


def test_the_tray_is_emptied_only_when_there_is_something_in_it(desk: Desk) -> None:
    assert desk.beside.place_of(Tray()) is None
    desk.bench.state = replace(desk.bench.state, tray=("corps", "heavy"))
    desk.turns()
    desk.down(desk.point(Tray()))
    assert desk.bench.done == [Take()]


def test_the_wheel_reaches_the_last_of_fifteen_units_and_goes_back(desk: Desk) -> None:
    last, first = Carried("red/u14"), Carried("red/c0")
    assert desk.beside.place_of(last) is None
    for _ in range(20):
        desk.down(desk.point(Hand(RED)), WHEEL_DOWN)
    assert desk.beside.place_of(last) is not None
    assert desk.beside.place_of(first) is None
    for _ in range(20):
        desk.down(desk.point(Hand(RED)), WHEEL_UP)
    assert desk.beside.place_of(first) is not None


def test_the_table_beside_the_bench_is_touched_where_it_is_seen(desk: Desk) -> None:
    answer = Touched(BLUE, "roll", None)
    place = desk.painter.place_of(answer)
    assert place is not None
    desk.down(place.center)
    desk.up(place.center)
    assert answer in desk.touched
    assert desk.bench.done == []


def test_nothing_is_drawn_while_nothing_changes(desk: Desk) -> None:
    desk.turns()
    assert desk.turns(60) == 0


def test_a_pulsing_lamp_draws_its_panel_and_nothing_else(desk: Desk) -> None:
    desk.turns()
    table, panel = desk.window.surface.get_at((400, 240)), desk.point(Knob(BLUE, Button.CONFIRM))
    desk.window.surface.fill((255, 0, 255), Rect(0, 0, 1280, 300))
    desk.bench.change(BLUE, lamp=(0, 0, 200))
    assert desk.turns(3) == 1
    assert desk.window.surface.get_at((400, 240)) != table, "the table was not drawn again"
    lamp = desk.window.surface.get_at((panel[0], panel[1] - 40))
    assert lamp.b > 150
    assert lamp.r < 60


def test_f2_gives_the_whole_window_to_the_table_and_back(desk: Desk) -> None:
    desk.down(desk.point(Knob(BLUE, Button.NEXT)))
    desk.key(pygame.K_F2)
    assert desk.bench.done == [Press(BLUE, Button.NEXT), Release(BLUE, Button.NEXT)], "no finger is left behind"
    assert desk.beside.table_area(Rect(0, 0, *SIZE)) == Rect(0, 0, *SIZE)
    desk.down((1200, 300))
    assert len(desk.bench.done) == 2
    desk.key(pygame.K_F2)
    assert desk.beside.table_area(Rect(0, 0, *SIZE)).width == 800


def test_in_a_narrow_window_the_bench_waits_for_f2_and_then_fills_it(desk: Desk) -> None:
    small = Rect(0, 0, 800, 480)
    pygame.display.set_mode(small.size, pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=small.size, w=800, h=480))
    desk.turns()
    assert desk.beside.table_area(small) == small
    desk.key(pygame.K_F2)
    assert not desk.beside.table_area(small).width
    desk.drag(PUSH, desk.point(Antenna(BLUE)))
    assert desk.bench.done == [Lay(BLUE, PUSH)]


@pytest.mark.parametrize("size", [(800, 480), (1100, 700), (1280, 720), (1600, 900), (1920, 1080), (480, 800)])
def test_table_and_bench_share_the_window_without_a_gap_and_parts_do_not_overlap(size: tuple[int, int]) -> None:
    window = Rect(0, 0, *size)
    table, bench = split(window, shown=True)
    assert table.width + bench.width == window.width
    assert not table.colliderect(bench)
    parts = lay_out(bench)
    boxes = (parts.head, *parts.seats, parts.store)
    assert all(bench.contains(box) for box in boxes)
    assert all(box.collidelist([one for one in boxes if one is not box]) < 0 for box in boxes)
    if window.width >= 1280:
        assert table.width >= 800
