"""The drawer below the table's screen: its log, its words, its sliders."""

import pygame
import pytest
from msgspec.structs import replace
from pygame import Rect

from table.emulation.acts import AirNoise, DispenserFault, LineNoise, ReaderFault, Speed
from table.emulation.analyser.event_log import CARD, CHANNELS, SERIAL, SPI
from table.emulation.bench_view import BenchState
from table.emulation.window.bench_window import BenchWindow
from table.emulation.window.drawer import LOG_EVERY_S
from table.emulation.window.drawer_pages import SCALES
from table.emulation.window.layout import split
from table.emulation.window.places import ActButton, DrawerTab, FilterField, LogArea, Slider, Switch, SwitchOf, Tab
from table.rules.seats import RED
from table.words import Words
from tests.emulation.window.fake_bench import FakeBench
from tests.emulation.window.test_window import SIZE, Desk
from tests.emulation.window.test_window import desk as just_opened

__all__ = ["just_opened"]


@pytest.fixture
def desk(just_opened: Desk) -> Desk:
    """A window whose drawer shows the log."""
    just_opened.beside.show(DrawerTab.LOG)
    just_opened.turns()
    return just_opened


def lines(desk: Desk, count: int, channel: str = CARD) -> None:
    for number in range(count):
        desk.bench.log.add(float(number), channel, "blue", [f"SELECT {number}"])


def lit(desk: Desk) -> int:
    """How much of the log's ground is covered with letters."""
    rect = desk.beside.place_of(LogArea())
    assert rect is not None
    part = desk.window.surface.subsurface(rect)
    return pygame.mask.from_threshold(part, (255, 255, 255), (160, 160, 160)).count()


def test_what_comes_over_the_wires_is_drawn_at_most_ten_times_a_second(desk: Desk) -> None:
    desk.turns(30)
    drawn, began_s = 0, desk.clock.now_s
    for number in range(60):
        lines(desk, 1 + number)
        drawn += desk.turns(1)
    assert 5 <= drawn <= (desk.clock.now_s - began_s) / LOG_EVERY_S + 1


def test_the_clips_are_on_the_wires_only_while_the_log_is_looked_at(desk: Desk) -> None:
    assert desk.bench.tapped == [True]
    desk.click(Tab(DrawerTab.FAULTS))
    desk.click(Tab(DrawerTab.LOG))
    desk.key(pygame.K_F6)
    desk.key(pygame.K_F6)
    desk.key(pygame.K_F2)
    assert desk.bench.tapped == [True, False, True, False, True, False]


def test_a_click_on_the_open_tab_shuts_the_drawer_and_gives_its_room_to_the_table(desk: Desk) -> None:
    low = desk.beside.table_area(Rect(0, 0, *SIZE)).height
    desk.click(Tab(DrawerTab.LOG))
    assert desk.beside.table_area(Rect(0, 0, *SIZE)).height > low + 100
    desk.click(Tab(DrawerTab.LOG))
    assert desk.beside.table_area(Rect(0, 0, *SIZE)).height == low


def test_channels_are_shown_and_hidden(desk: Desk) -> None:
    lines(desk, 12, SERIAL)
    desk.turns(20)
    shown = lit(desk)
    desk.click(Switch(SwitchOf.CHANNEL, SERIAL))
    desk.turns(20)
    assert lit(desk) < shown / 4
    assert all(desk.beside.place_of(Switch(SwitchOf.CHANNEL, one)) is not None for one in CHANNELS)


def test_typing_filters_the_log_and_presses_no_button(desk: Desk) -> None:
    lines(desk, 5)
    desk.turns(20)
    shown = lit(desk)
    desk.click(FilterField())
    for letter in "xyz":
        desk.key(getattr(pygame, f"K_{letter}"), letter)
    desk.turns(20)
    assert lit(desk) < shown / 2
    desk.key(pygame.K_ESCAPE)
    desk.turns(20)
    assert lit(desk) == shown
    assert desk.touched == []


def test_a_held_log_stands_while_new_lines_come_and_the_wheel_goes_back_in_it(desk: Desk) -> None:
    lines(desk, 100)
    desk.turns(20)
    desk.down(desk.point(LogArea()), 4)
    before = pygame.image.tostring(desk.window.surface, "RGB")
    lines(desk, 200)
    desk.turns(60)
    assert pygame.image.tostring(desk.window.surface, "RGB") == before
    desk.down(desk.point(LogArea()), 5)
    desk.turns(20)
    assert pygame.image.tostring(desk.window.surface, "RGB") != before


def test_words_are_given_to_the_hopper_and_the_reader_that_are_chosen(desk: Desk) -> None:
    desk.click(Tab(DrawerTab.FAULTS))
    chips = [place for _, place in desk.beside.places if isinstance(place, ActButton)]
    desk.click(next(chip for chip in chips if chip.act == DispenserFault("jam", 0)))
    desk.click(Switch(SwitchOf.HOPPER, "2"))
    desk.click(Switch(SwitchOf.READER, str(RED)))
    acts = [place.act for _, place in desk.beside.places if isinstance(place, ActButton)]
    assert DispenserFault("jam", 2) in acts
    assert ReaderFault("deafen", RED) in acts
    assert desk.bench.done == [DispenserFault("jam", 0)]


@pytest.mark.parametrize("name", SCALES)
def test_a_slider_is_dragged_from_stop_to_stop(desk: Desk, name: str) -> None:
    desk.click(Tab(DrawerTab.SLIDERS))
    track = desk.beside.place_of(Slider(name))
    assert track is not None
    desk.down((track.right - 2, track.centery))
    desk.move((track.x + 1, track.centery))
    desk.up((track.x + 1, track.centery))
    scale = SCALES[name]
    assert desk.bench.done[0] == scale.act(scale.stops[-1])
    assert type(desk.bench.done[0]) in (Speed, AirNoise, LineNoise)


def test_every_stop_of_a_slider_is_where_the_slider_stands_at_its_value() -> None:
    state = FakeBench().look()
    assert {name: scale.value(state) for name, scale in SCALES.items()} == {
        name: scale.usual for name, scale in SCALES.items()
    }
    for scale in SCALES.values():
        for stop in scale.stops:
            share = scale.stops.index(stop) / (len(scale.stops) - 1)
            assert scale.nearest(share) == stop


@pytest.mark.campaign
@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
def test_no_word_of_the_bench_leaves_its_box_or_is_cut(size: tuple[int, int], language: str) -> None:
    """In each tab, with every plug in and out. Proper names may be cut: hands are as wide as they are."""
    bench = FakeBench()
    names = {card.name for seat in bench.state.seats for card in seat.cards}
    beside = BenchWindow(bench, Words(language))
    surface = pygame.Surface(size)
    beside.take(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F2))
    if split(Rect(0, 0, *size), shown=True).table.width:
        beside.take(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F2))
    for tab in DrawerTab:
        for power in ("on", "off"):
            bench.state = changed(bench.state, power)
            beside.table_area(surface.get_rect())
            beside.show(tab)
            beside.draw(surface, whole=True)
            for placed in beside.placed:
                assert placed.box.inflate(2, 6).contains(placed.ink), placed
                assert placed.whole or placed.words in names, placed


HEAPS = {"on": (0,), "off": (0, 1, 2, 3, 4) * 12}


def changed(state: BenchState, power: str) -> BenchState:
    blue, red = (replace(seat, plugged=power == "on") for seat in state.seats)
    return replace(
        state, power=power, powered=power == "on", plugged=power == "on", seats=(blue, red), tray=HEAPS[power]
    )


def test_register_accesses_are_off_to_begin_with() -> None:
    """They are many; who needs them switches them on."""
    bench = FakeBench()
    asked = bench.asked
    beside = BenchWindow(bench, Words("en"))
    beside.show(DrawerTab.LOG)
    surface = pygame.Surface(SIZE)
    beside.table_area(surface.get_rect())
    beside.draw(surface, whole=True)
    assert asked
    assert not any(asked)
    (x, y, _, _) = beside.place_of(Switch(SwitchOf.CHANNEL, SPI)) or Rect(0, 0, 0, 0)
    beside.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(x + 2, y + 2)))
    beside.draw(surface, whole=True)
    assert asked[-1]
