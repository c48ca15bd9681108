"""Measure the screen: the pictures of a round, a rolling die, an idle table, and the time from inbox to picture.

It draws on SDL's software surfaces at 1280x720, with the driver named in SDL_VIDEODRIVER or without a display
(`dummy`).
"""

import os
import random
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from lab.figure import Figure, at_least, at_most, published
from table.config import Config
from table.config.schema import StateConfig
from table.devices.configured.panel_settings import holds
from table.devices.latest_view import LatestView
from table.devices.live import LiveTable, TableStart
from table.devices.setup import Setup
from table.devices.tags.card_book import CardBook
from table.emulation.hands.bot_match import BotMatch, begin
from table.emulation.virtual_table import VirtualTable
from table.emulation.world import EmulatedWorld
from table.records.temporary import temporary_folder
from table.rules.seats import BLUE
from table.rules.view import Rolled
from table.screen.loop import Loop, ScreenCallbacks
from table.screen.motion import ROLL_REST_S, ROLL_S
from table.screen.painter import Painter
from table.screen.window import Window
from table.session.input import Pointed
from table.session.ports import Ports
from table.session.session import Session
from table.session.session_parts import build_session
from table.view.published import Published
from table.words import Words

SIZE = (1280, 720)
FRAMES, THROWS, MESSAGES = 300, 5, 120
FRAME_S = 1 / 60
IDLE_S = 5.0
SETTLE_S = 2.0


def measure(seed: int) -> Iterator[Figure]:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    evening = round_of_the_demo(seed)
    window = Window(SIZE, "figures")
    try:
        busiest = max(evening, key=lambda one: _cost_ms(window, one))
        busy = [_cost_ms(window, busiest, painter) for painter in [Painter(Words())] for _ in range(FRAMES)]
        yield at_least("screen.fps.busy", [_rate(busy)], 120, "frames/s")
        rolling = [ms for _ in range(THROWS) for ms in _throw(window, busiest)]
        yield at_least("screen.fps.die", [_rate(rolling)], 60, "frames/s")
        yield at_most("screen.frame", [*busy, *rolling, *_played(window, evening)], 16, "ms", judged="p99")
    finally:
        window.close()
    yield from _live(seed)


def round_of_the_demo(seed: int) -> tuple[Published, ...]:
    """Return the views published while bots play a whole round."""
    with temporary_folder() as folder:
        table = VirtualTable(Setup.of(replace(Config(), state=StateConfig(folder=str(folder)))), seed=seed)
        begin(table, *table.setup.games.demo)
        evening, shown = BotMatch(table, random.Random(seed)), [table.now]
        while (view := table.now.view) is not None and view.round == 1:
            evening.act()
            shown.append(table.now)
        table.close()
    return tuple(shown)


def _rate(taken_ms: list[float]) -> float:
    """Return the pictures per second: the number of pictures over their total time."""
    return 1000 * len(taken_ms) / sum(taken_ms)


def _cost_ms(window: Window, shown: Published, painter: Painter | None = None) -> float:
    """Return the time of one picture from the published view to the display. A new painter has no caches."""
    painter = painter if painter is not None else Painter(Words())
    return _timed_ms(lambda: window.show([painter.draw(window.surface, shown, 0.0)]))


def _throw(window: Window, before: Published) -> list[float]:
    """Return the time of every picture of a roll. The first one dims the table."""
    view = before.view
    if view is None:
        raise ValueError("nothing is rolled before a match")
    rolled = replace(view, rolled=Rolled("red_defense", "surge", BLUE, 99))
    after, painter = replace(before, view=rolled, proof="7f3a21c9"), Painter(Words())
    painter.draw(window.surface, before, 0.0)
    count = round((ROLL_S + ROLL_REST_S / 4) / FRAME_S)
    return [_moment_ms(window, painter, after, 1.0 + index * FRAME_S) for index in range(count)]


def _played(window: Window, evening: tuple[Published, ...]) -> list[float]:
    """Return the time of every picture of a round; reveals and rolls are drawn at sixty pictures per second."""
    painter, taken, now_s = Painter(Words()), list[float](), 0.0
    for shown in evening:
        taken.append(_moment_ms(window, painter, shown, now_s))
        while painter.due_s(now_s) is not None:
            now_s += FRAME_S
            taken.append(_moment_ms(window, painter, shown, now_s))
        now_s += 1.0
    return taken


def _moment_ms(window: Window, painter: Painter, shown: Published, now_s: float) -> float:
    return _timed_ms(lambda: window.show([painter.draw(window.surface, shown, now_s)]))


def _timed_ms(act: Callable[[], object]) -> float:
    started_ns = time.perf_counter_ns()
    act()
    return (time.perf_counter_ns() - started_ns) / 1e6


def _live(seed: int) -> Iterator[Figure]:
    """Yield the figures of an emulated table in real time, with all its threads and a match."""
    with live_table() as (table, latest):
        window = Window(SIZE, "figures")
        loop = Loop(
            window,
            Painter(Words()),
            latest,
            latest.wake,
            time.monotonic,
            ScreenCallbacks(table.send, lambda _: None, _nothing),
            holds(Config()),
        )
        _turn_for(loop, SETTLE_S)
        yield at_most("screen.inbox_to_frame", _inbox_to_frame(loop, table, seed), 20, "ms", judged="p99")
        _turn_for(loop, SETTLE_S)
        frames, thread_s, process_s, started_s = loop.frames, time.thread_time(), time.process_time(), time.monotonic()
        _turn_for(loop, IDLE_S)
        spent_s = time.monotonic() - started_s
        yield at_most("screen.idle_frames", [loop.frames - frames], 0, "frames")
        yield at_most("screen.idle_cpu", [100 * (time.thread_time() - thread_s) / spent_s], 1.0, "% of a core")
        yield published("screen.idle_cpu.process", [100 * (time.process_time() - process_s) / spent_s], "% of a core")
        window.close()


def _inbox_to_frame(loop: Loop, table: LiveTable, seed: int) -> list[float]:
    """Return the times from the inbox to the picture when a focus moves, at irregular moments."""
    pauses, taken = random.Random(seed), list[float]()
    for number in range(1, MESSAGES + 1):
        _turn_for(loop, pauses.uniform(0.02, 0.06))
        before, started_ns = loop.frames, time.perf_counter_ns()
        table.send(Pointed(BLUE, "number", number % 90))
        while loop.frames == before:
            loop.turn()
        taken.append((time.perf_counter_ns() - started_ns) / 1e6)
    return taken


def _turn_for(loop: Loop, seconds: float) -> None:
    until_s = time.monotonic() + seconds
    while time.monotonic() < until_s:
        loop.turn()


@contextmanager
def live_table() -> Iterator[tuple[LiveTable, LatestView]]:
    with temporary_folder() as folder:
        setup = Setup.of(replace(Config(), state=StateConfig(folder=str(folder))))
        world, latest = EmulatedWorld(setup.config, setup.games.cards), LatestView()
        devices, known = world.devices(), CardBook(world.decks.book())

        def session() -> Session:
            return build_session(setup.session, Ports(devices.send, latest.publish, known, secrets.token_bytes))

        system, sides = setup.games.demo
        opening = TableStart(resume=False, system=system, sides=tuple(sides.items()))
        table = LiveTable(devices, latest, session, opening)
        table.start()
        try:
            yield table, latest
        finally:
            table.stop()
            world.close()


def _nothing() -> None:
    pass
