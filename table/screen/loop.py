"""The main thread's loop: it sleeps on a wake signal, polls for input, and draws only after changes."""

from collections.abc import Callable, Mapping
from typing import Protocol

import pygame
from msgspec import Struct
from pygame import Rect

from hal.events import Button
from table.rules.seats import Seat
from table.screen.keys import KEYS, KeyEdge, KeyPanels, KeyPush
from table.screen.motion import news
from table.screen.painter import Painter
from table.screen.touch import ButtonHold, FingerPress, Recalled, Skipped, Touch, Translated
from table.screen.typing import NameTyping
from table.screen.window import Window
from table.session.input import LetGo, Marked, Pointed, ScreenInput, Touched
from table.view.published import Published

IDLE_S = 1 / 30
"""The seconds between two polls of SDL's events while nothing moves. SDL cannot wake the loop."""
LOOK_AGAIN_S = 1.0
"""The seconds between two tries to reopen a display that was unplugged during play."""
HOLD_SHOWN = 0.15
"""The share of a hold from which it is shown. A short press ends before that."""
FRAME_S = 1 / 60
"""The least seconds between two pictures, and between two polls of SDL's events."""


RECALLED = {pygame.K_F1: ("help",), pygame.K_F3: ("turn", "roll"), pygame.K_F5: ("codes",)}
"""The keys that show a panel over the table again, and the panel."""


class Wake(Protocol):
    """The signal that wakes the loop, for example a `threading.Event`. Any thread that publishes may set it."""

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is set, for at most this many seconds. Return True if it is set."""

    def clear(self) -> None:
        """Clear the signal, before the loop checks for its reason."""


class ScreenCallbacks(Struct, frozen=True):
    """The callbacks for input at the screen. The loop calls them on the main thread; they must not block."""

    on_touch: Callable[[ScreenInput], None]
    on_push: Callable[[KeyPush], None]
    on_quit: Callable[[], None]
    on_edge: Callable[[KeyEdge], None] = lambda _: None
    """Receives every press and release of a key that is used as a button of an emulated panel."""
    on_shown: Callable[[Published, tuple[str, float] | None], None] = lambda _, __: None
    """Receives each view as it is drawn, and the reveal or roll on the screen with it; the sound listens here."""
    on_translate: Callable[[], None] = lambda: None
    """Called when a player requests the next language. It passes new words to the painter and the bench."""
    panel_holds: Callable[[], tuple[ButtonHold, ...]] = tuple
    """Returns the buttons of panels that are being held."""


class WindowPane(Protocol):
    """The bench, which shares the window with the table's screen. Called on the main thread only."""

    @property
    def busy(self) -> bool:
        """True while the mouse drags something: the loop then polls SDL's events more often."""

    @property
    def dark(self) -> bool:
        """True while the table's screen has no power: no view is published, and touches have no effect."""

    def table_area(self, window: Rect) -> Rect:
        """Return the part of the window for the table's screen; an empty rectangle if it has none."""

    def take(self, event: pygame.event.Event) -> bool:
        """Return True if the event was for the bench, and the table must ignore it."""

    def draw(self, surface: pygame.Surface, *, whole: bool) -> tuple[Rect, ...]:
        """Draw the parts that changed since the last picture, or all of them, and return their rectangles.

        Cheap if nothing changed.
        """


class Loop:
    """The main thread's loop.

    Any thread may call `stop`, `showing` and `takes_press`; all other methods belong to the main thread.
    """

    def __init__(
        self,
        window: Window,
        painter: Painter,
        latest: Callable[[], Published],
        wake: Wake,
        now_s: Callable[[], float],
        wishes: ScreenCallbacks,
        hold_s: Mapping[Seat, float],
        pane: WindowPane | None = None,
    ) -> None:
        """`latest` returns the last published view without waiting, and `now_s` the seconds of a monotonic clock.

        `hold_s` are the seconds for which each seat holds: a finger on its half, and its CONFIRM key.
        """
        self._window, self._painter, self._latest = window, painter, latest
        self._wake, self._now_s, self._wishes = wake, now_s, wishes
        self._pane = pane
        self._holds: tuple[ButtonHold, ...] = ()
        self._table = Rect(0, 0, 0, 0)
        self._hold_s = hold_s
        self._fingers = KeyPanels(hold_s)
        self._name = NameTyping(self._answer)
        self._shown: Published | None = None
        self._stale = self._exposed = True
        self._due_s: float | None = None
        self._pressed: tuple[Touch, float] | None = None
        self._drawn_s = self._pumped_s = float("-inf")
        self._stopped = self._dark = False
        self._showing = self._waved = False
        """`_showing`: an event is on the screen. `_waved`: a panel's button was pressed meanwhile."""
        self.touched_on: Published | None = None
        """The view that was on the screen when the finger came down. A touch is an answer to this view."""
        self._look_again_s: float | None = None
        """The time at which a failed display is tried again; None while it works."""
        self.frames = 0
        """The number of pictures drawn so far."""

    def run(self) -> None:
        """Do one turn after the other until `stop`. A callback's error ends it."""
        while not self._stopped:
            self.turn()

    def stop(self) -> None:
        """End the loop. Called from a callback; or from any thread, if the wake signal is set after it."""
        self._stopped = True

    @property
    def showing(self) -> bool:
        """True if an event is on the screen, or is published and not drawn yet. Any thread may ask."""
        shown = self._shown
        if self._look_again_s is not None:
            return False  # nobody sees an event, and no press may be lost to it
        return self._showing or (shown is not None and bool(news(shown.view, self._latest().view)))

    def takes_press(self) -> bool:
        """Return True if a press of a panel's button only ends the event on the screen. Any thread may call.

        The question is hidden behind the event, so no player can have read it yet. An event that is published and not
        drawn yet takes the press too, but is not ended by it.
        """
        if self._showing and self._look_again_s is None:
            self._waved = True
        return self.showing

    def turn(self) -> None:
        """Do one round: wait, poll for input, draw if needed.

        It waits for at most `IDLE_S`. A callback's error is raised.
        """
        now_s = self._now_s()
        busy = self._stale or self._pressed is not None or self._fingers.waiting or bool(self._holds)
        busy = busy or (self._due_s is not None and self._due_s <= now_s)
        busy = busy or (self._pane is not None and self._pane.busy)
        pause_s = max(0.0, max(self._drawn_s, self._pumped_s) + FRAME_S - now_s) if busy else IDLE_S
        self._wake.wait(pause_s)
        self._wake.clear()
        now_s = self._now_s()
        if now_s - self._pumped_s >= FRAME_S * 0.9:
            self._pumped_s = now_s
            for event in self._window.events():
                self._take(event, now_s)
            self._ripen(now_s)
        if self._waved:
            self._waved = False
            self._skip(now_s)
        self._draw_if_needed(now_s)

    def redraw(self) -> None:
        """Redraw everything with the next turn. Main thread only."""
        self._stale = self._exposed = True

    def _draw_if_needed(self, now_s: float) -> None:
        if not self._has_display(now_s):
            return
        surface = self._window.surface
        table = self._pane.table_area(surface.get_rect()) if self._pane is not None else surface.get_rect()
        if table != self._table:
            self._table, self._stale, self._exposed = table, True, True
        if now_s - self._drawn_s < FRAME_S * 0.9 and self._shown is not None:
            self._stale = self._stale or self._latest() is not self._shown
            return
        drawn = self._draw_table(surface, now_s)
        if self._pane is not None:
            drawn += self._pane.draw(surface, whole=self._exposed)
        self._exposed = False
        if drawn:
            self._drawn_s = now_s
            if self._window.show(drawn):
                self.frames += 1
            else:
                self._look_again_s = now_s + LOOK_AGAIN_S

    def _has_display(self, now_s: float) -> bool:
        """Return False while the display accepts no picture. It is tried again once a second."""
        if self._look_again_s is None:
            return True
        if now_s < self._look_again_s:
            return False
        if not self._window.reopen():
            self._look_again_s = now_s + LOOK_AGAIN_S
            return False
        self._look_again_s = None
        self._stale = self._exposed = True
        return True

    def _draw_table(self, surface: pygame.Surface, now_s: float) -> tuple[Rect, ...]:
        """Draw the table's part of the window if it changed or moves, and return the rectangles that were drawn."""
        if self._pane is not None and self._pane.dark:
            return self._draw_dark(surface)
        self._stale, self._dark = self._stale or self._dark, False
        published = self._latest()
        held, self._holds = self._holds, self._begun_holds(now_s)
        self._stale = self._stale or held != self._holds
        self._painter.see(published, now_s)
        moving = self._due_s is not None and self._due_s <= now_s
        changed = published is not self._shown or self._stale or self._exposed or moving or self._pressed is not None
        if not changed:
            return ()
        self._shown, self._stale = published, False
        self._showing = self._painter.animating(now_s)
        if self._showing:
            self._pressed = None
        self._due_s = self._painter.due_s(now_s)
        self._wishes.on_shown(published, self._painter.act(now_s))
        if not self._table.size[0]:
            return ()
        if self._exposed:
            self._painter.forget()
        drawn = self._painter.draw(surface.subsurface(self._table), published, now_s, self._press(now_s), self._holds)
        return (drawn.move(self._table.topleft),)

    def _draw_dark(self, surface: pygame.Surface) -> tuple[Rect, ...]:
        """Fill the table's part with black, once. Once the power is back, the table draws itself as on a new screen."""
        if self._dark and not self._exposed:
            return ()
        self._dark, self._shown, self._due_s, self._pressed, self._stale = True, None, None, None, False
        if not self._table.size[0]:
            return ()
        return (self._painter.switch_off(surface.subsurface(self._table)).move(self._table.topleft),)

    def _press(self, now_s: float) -> FingerPress | None:
        if self._pressed is None:
            return None
        touch, since_s = self._pressed
        if not isinstance(touch, Touched) or not touch.hold:
            return FingerPress(touch, 0.0)
        return FingerPress(touch, (now_s - since_s) / self._asked_s(touch.seat))

    def _begun_holds(self, now_s: float) -> tuple[ButtonHold, ...]:
        """Return the buttons of panels and keys that are held longer than a short press."""
        found: dict[tuple[Seat, Button], ButtonHold] = {}
        for hold in (*self._wishes.panel_holds(), *self._fingers.holding(now_s)):
            seen = found.get((hold.seat, hold.button))
            if hold.share >= HOLD_SHOWN and (seen is None or seen.share < hold.share):
                found[hold.seat, hold.button] = hold
        return () if self._painter.animating(now_s) else tuple(found.values())

    def _asked_s(self, seat: Seat | None) -> float:
        """Return for how many seconds a finger has to stay.

        In the panel for both seats (`seat` None) it is the longer of their times: a finger there may be either
        player's, and a longer time protects a player from accidental answers.
        """
        return max(self._hold_s.values()) if seat is None else self._hold_s[seat]

    def _take(self, event: pygame.event.Event, now_s: float) -> None:
        if self._name.take(event, self._shown):
            self._stale, self._painter.typed = True, self._name.typed
            return
        if self._pane is not None and self._pane.take(event):
            return
        if event.type == pygame.QUIT:
            self._wishes.on_quit()
        elif event.type in (pygame.VIDEORESIZE, pygame.VIDEOEXPOSE):
            self._stale = self._exposed = True
        elif event.type in (pygame.KEYDOWN, pygame.KEYUP):
            self._take_key(event, now_s)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._finger_down(self._on_table(event.pos), now_s)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._finger_up(self._on_table(event.pos))
        elif event.type == pygame.MOUSEMOTION:
            self._finger_moved(self._on_table(event.pos))

    def _answer(self, act: ScreenInput) -> None:
        """Give an answer to the view that is on the screen now."""
        self.touched_on = self._shown
        self._wishes.on_touch(act)

    def _take_key(self, event: pygame.event.Event, now_s: float) -> None:
        down = event.type == pygame.KEYDOWN
        if event.key in KEYS and not event.mod & pygame.KMOD_CTRL:
            seat, button = KEYS[event.key]
            self._take_edge(KeyEdge(seat, button, down), now_s)
        elif down and event.key == pygame.K_q and event.mod & pygame.KMOD_CTRL:
            self._wishes.on_quit()
        elif down and event.key in RECALLED:
            self._painter.recall(RECALLED[event.key], now_s)
            self._stale = True
        elif down and event.key == pygame.K_F4:
            self._translate()
        elif down and event.key == pygame.K_F11:
            self._window.toggle_fullscreen()
            self._stale = self._exposed = True

    def _take_edge(self, edge: KeyEdge, now_s: float) -> None:
        """Pass a key on as a panel's button; while an event is on the screen, a press only skips it."""
        if (showing := self._painter.animating(now_s)) and edge.down:
            self._skip(now_s)
            return
        self._wishes.on_edge(edge)
        for push in self._fingers.take(edge, now_s):
            if not showing:
                self._wishes.on_push(push)

    def _skip(self, now_s: float) -> None:
        self._painter.skip(now_s)
        self._stale = True

    def _translate(self) -> None:
        self._wishes.on_translate()
        self._stale = self._exposed = True

    def _on_table(self, point: tuple[int, int]) -> tuple[int, int]:
        return (point[0] - self._table.x, point[1] - self._table.y)

    def _finger_down(self, point: tuple[int, int], now_s: float) -> None:
        touch, self.touched_on = self._painter.at(point), self._shown
        if isinstance(touch, Skipped):
            self._skip(now_s)
        elif isinstance(touch, Recalled):
            self._painter.recall((touch.kind,), now_s)
            self._stale = True
        elif isinstance(touch, Translated):
            self._translate()
        elif isinstance(touch, Pointed | Marked):
            self._wishes.on_touch(touch)
        elif touch is not None:
            self._pressed = (touch, now_s)

    def _finger_moved(self, point: tuple[int, int]) -> None:
        if self._pressed is not None and self._painter.at(point) != self._pressed[0]:
            self._let_go()

    def _finger_up(self, point: tuple[int, int]) -> None:
        if self._pressed is None:
            return
        touch = self._pressed[0]
        self._let_go()
        if isinstance(touch, Touched) and self._painter.at(point) == touch:
            self._wishes.on_touch(LetGo(touch.seat, touch.prompt, touch.value) if touch.hold else touch)

    def _let_go(self) -> None:
        self._pressed, self._stale = None, True

    def _ripen(self, now_s: float) -> None:
        """Act on every finger and key that has been held long enough."""
        for push in self._fingers.due(now_s):
            if not self._painter.animating(now_s):
                self._wishes.on_push(push)
        if self._pressed is None:
            return
        touch, since_s = self._pressed
        if isinstance(touch, Touched) and touch.hold and now_s - since_s >= self._asked_s(touch.seat):
            self._let_go()
            self._wishes.on_touch(touch)
