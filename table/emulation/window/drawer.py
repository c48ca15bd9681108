"""The drawer below the table's screen: what to do now, log, faults, sliders, help. It remembers its settings."""

from collections.abc import Callable, Hashable
from typing import assert_never

import pygame
from pygame import Rect, Surface

from table.emulation.analyser.event_log import CARD, FAULTS, HANDS, SERIAL, SPI, TABLE, EventLog, LogLine
from table.emulation.bench_view import Bench, BenchFault, BenchState
from table.emulation.window.bench_canvas import BenchCanvas
from table.emulation.window.drawer_pages import SCALES, draw_faults, draw_help, draw_log, draw_now, draw_sliders, rows
from table.emulation.window.layout import LID
from table.emulation.window.places import (
    ActButton,
    BenchPlace,
    DrawerTab,
    FilterField,
    LogArea,
    LogSwitch,
    Slider,
    Switch,
    SwitchOf,
    Tab,
)
from table.rules.seats import BLUE, Seat
from table.rules.text import text
from table.screen.drawing import palette

LOG_EVERY_S, COUNTS_EVERY_S = 0.1, 1.0
"""The least seconds between two pictures of the log: after new lines, and if only counts have grown."""
WHEEL = 3
"""The lines that one click of the wheel scrolls."""
LONGEST_FILTER = 40


class Drawer:
    """The bench's drawer, below the screen. Main thread only."""

    def __init__(self, bench: Bench, canvas: BenchCanvas) -> None:
        self._bench = bench
        self.canvas = canvas
        self.open = True
        self._tab = DrawerTab.NOW
        self._before_help = (DrawerTab.NOW, True)
        """The tab that F1 goes back to, and whether the drawer was open then."""
        self._begun: int | None = None
        """The round in which the guide was first drawn, or None if it is not shown."""
        self._channels = frozenset({CARD, SERIAL, FAULTS, TABLE, HANDS})
        self._filter = ""
        self.typing = False
        """True while keys are letters of the filter."""
        self._held: EventLog | None = None
        """The log as it was when it was paused, or None."""
        self._skipped = 0
        self._hopper, self._reader = 0, BLUE
        self._hint = ""
        self._tapped = False
        self._sign: Hashable = None
        self._logged = (-1.0, (0, 0))
        """The time at which the log was last drawn, and its version and count then."""

    def forget(self) -> None:
        self._sign = None

    def show(self, tab: DrawerTab) -> None:
        self.open, self._tab, self._hint = True, tab, ""

    def help(self) -> None:
        """Show the help, or go back to the tab before it, or close the drawer."""
        if self.open and self._tab is DrawerTab.HELP:
            self._tab, self.open = self._before_help
            self._hint = ""
            return
        self._before_help = (DrawerTab.NOW if self._tab is DrawerTab.HELP else self._tab, self.open)
        self.show(DrawerTab.HELP)

    def hide(self) -> None:
        """Stop recording and typing, because the drawer is not visible."""
        self.typing = False
        self.canvas.places = []
        self._tap(False)

    # -- mouse and keys ----------------------------------------------------------------------------------------------

    def click(self, place: BenchPlace) -> None:
        self.typing = isinstance(place, FilterField)
        match place:
            case Tab() if self.open and place.name is self._tab:
                self.open = False
            case Tab():
                self.show(place.name)
            case Switch():
                self._switch(place.of, place.value)
            case _:
                pass
        self.forget()

    def _switch_log(self, switch: LogSwitch) -> None:
        held, self._held, self._skipped = self._held, None, 0
        match switch:
            case LogSwitch.CLEAR:
                self._record.clear()
            case LogSwitch.PAUSE:
                self._held = self._record.copy() if held is None else None

    def _switch(self, of: SwitchOf, value: str) -> None:
        match of:
            case SwitchOf.GUIDE:
                self._end_guide()
            case SwitchOf.CHANNEL:
                self._channels = self._channels ^ {value}
            case SwitchOf.LOG:
                self._switch_log(LogSwitch(value))
            case SwitchOf.HOPPER:
                self._hopper = int(value)
            case SwitchOf.READER:
                self._reader = Seat(value)
            case _:
                assert_never(of)

    def leave(self) -> None:
        """Stop typing, because something outside the drawer was clicked."""
        if self.typing:
            self.typing = False
            self.forget()

    def wheel(self, place: BenchPlace, up: bool) -> None:
        """Scroll the log. Scrolling back pauses it; at its end it runs again."""
        if not isinstance(place, LogArea):
            return
        if up and self._held is None:
            self._held = self._record.copy()
        self._skipped = max(0, self._skipped + (WHEEL if up else -WHEEL))
        if not self._skipped and not up:
            self._held = None
        self.forget()

    def slide(self, name: str, x: int, state: BenchState) -> None:
        """Move this slider to the x of the mouse, in pixels."""
        if (track := next((rect for rect, place in self.canvas.places if place == Slider(name)), None)) is None:
            return
        if (value := SCALES[name].nearest((x - track.x) / max(1, track.width))) != SCALES[name].value(state):
            self._bench.perform(SCALES[name].act(value))

    def hover(self, place: BenchPlace | None) -> None:
        hint = place.hint if isinstance(place, ActButton) else ""
        if hint != self._hint and self._tab is DrawerTab.FAULTS:
            self._hint = hint
            self.forget()

    def type(self, event: pygame.event.Event) -> None:
        if event.key in (pygame.K_ESCAPE, pygame.K_RETURN):
            self.typing = False
            if event.key == pygame.K_ESCAPE:
                self._filter = ""
        elif event.key == pygame.K_BACKSPACE:
            self._filter = self._filter[:-1]
        elif getattr(event, "unicode", "").isprintable():
            self._filter = (self._filter + event.unicode)[:LONGEST_FILTER]
        self._skipped = 0
        self.forget()

    # -- the picture -----------------------------------------------------------------------------------------------

    def draw(self, surface: Surface, area: Rect, scale: float, state: BenchState, now_s: float) -> tuple[Rect, ...]:
        """Draw the drawer if anything in it changed, and return its rectangle, or nothing."""
        if self.open and self._tab is DrawerTab.NOW and self._is_learnt(state):
            self._end_guide()
        inside = self._inside(area, scale)
        self._tap(self.open and self._tab is DrawerTab.LOG)
        self.canvas.begin(surface, scale)
        shown, draw_page = self._page(inside, state, now_s) if self.open else (None, lambda: None)
        if (sign := (tuple(area), scale, self.open, self._tab, shown)) == self._sign:
            return ()
        self._sign, self.canvas.places = sign, []
        before = surface.get_clip()
        surface.set_clip(area)
        surface.fill(palette.PANEL, area)
        surface.fill(palette.EDGE, (area.x, area.y, area.width, max(1, round(scale))))
        self._draw_tabs(Rect(area.x, area.y, area.width, self.canvas.px(LID)))
        draw_page()
        surface.set_clip(before)
        return (Rect(area),)

    def _is_learnt(self, state: BenchState) -> bool:
        """True once a round was played while the guide was open."""
        if self._begun is None or state.round < self._begun:
            self._begun = max(1, state.round)
        return state.round > self._begun

    def _end_guide(self) -> None:
        """Close the drawer, and show the log when it is opened again. The guide stays a tab."""
        self.open, self._tab, self._begun = False, DrawerTab.LOG, None

    def _inside(self, area: Rect, scale: float) -> Rect:
        bar, pad = round(LID * scale), round(8 * scale)
        return Rect(area.x + pad, area.y + bar + pad // 2, area.width - 2 * pad, area.height - bar - pad)

    def _page(self, inside: Rect, state: BenchState, now_s: float) -> tuple[Hashable, Callable[[], None]]:
        """Return every value that the open tab's content depends on, and a function that draws it."""
        canvas = self.canvas
        match self._tab:
            case DrawerTab.NOW:
                return state.guide, lambda: draw_now(canvas, inside, state)
            case DrawerTab.LOG:
                of_log = (self._channels, self._filter, self.typing, self._held is not None)
                shown = (self._due(now_s), *of_log, self._skipped)
                return shown, lambda: draw_log(canvas, inside, self._lines(rows(canvas, inside)), *of_log)
            case DrawerTab.FAULTS:
                of_faults = (self._faults, self._hopper, self._reader, self._hint)
                return (*of_faults, len(state.hoppers)), lambda: draw_faults(canvas, inside, state, *of_faults)
            case DrawerTab.SLIDERS:
                values = tuple(scale.value(state) for scale in SCALES.values())
                return values, lambda: draw_sliders(canvas, inside, state)
            case DrawerTab.HELP:
                return None, lambda: draw_help(canvas, inside)
            case _:
                assert_never(self._tab)

    def _due(self, now_s: float) -> tuple[int, int]:
        """Return the version and count of the log that are to be drawn now."""
        record = self._record
        drawn_s, seen = self._logged
        now = (record.version, record.counted)
        pause_s = LOG_EVERY_S if now[0] != seen[0] else COUNTS_EVERY_S
        if self._held is None and now != seen and now_s - drawn_s >= pause_s:
            self._logged = (now_s, now)
        return self._logged[1]

    def _draw_tabs(self, bar: Rect) -> None:
        canvas, x = self.canvas, bar.x + self.canvas.px(8)
        for name in DrawerTab:
            words = text(f"bench.tab.{name}")
            width = canvas.text_width(words, 14.5, bold=True) + 2 * canvas.px(12)
            rect = Rect(x, bar.y + canvas.px(4), width, bar.height - canvas.px(7))
            on = self.open and name is self._tab
            canvas.chip(rect, words, Tab(name), on=on, colour=palette.INK)
            x += width + canvas.px(5)
        keys = Rect(x + canvas.px(8), bar.y, bar.right - x - canvas.px(18), bar.height)
        canvas.text(text("bench.keys"), keys, 14, palette.QUIET, align="right")

    def _lines(self, most: int) -> tuple[LogLine, ...]:
        record = self._record if self._held is None else self._held
        lines = record.filtered(self._channels, self._filter, most, self._skipped)
        if self._skipped and len(lines) < most:
            self._skipped = max(0, self._skipped - (most - len(lines)))
            lines = record.filtered(self._channels, self._filter, most, self._skipped)
        return lines

    @property
    def _record(self) -> EventLog:
        return self._bench.record(SPI in self._channels)

    @property
    def _faults(self) -> tuple[BenchFault, ...]:
        return self._bench.faults(self._hopper, self._reader)

    def _tap(self, on: bool) -> None:
        if on is not self._tapped:
            self._tapped = on
            self._bench.tap(on)
