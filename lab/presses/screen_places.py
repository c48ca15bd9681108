"""The places to touch on a small display's screen, for any focus of a seat."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from msgspec.structs import replace

from table.rules.seats import Seat
from table.screen.painter import Painter
from table.screen.picture import Picture
from table.screen.touch import Touch
from table.session.input import Marked, Pointed, ScreenInput, Touched
from table.view.published import Focus, Published
from table.words import Words

SIZE = (800, 480)
Point: TypeAlias = tuple[int, int]


class ScreenPlaces:
    """Draws published views, and returns the places to touch. For one thread."""

    def __init__(self) -> None:
        self._painter = Painter(Words(), rolling=False)
        self._picture = Picture(self._painter, SIZE)
        self._now_s = 0.0

    def acts(self, published: Published, seat: Seat) -> Callable[[Focus | None], Iterable[ScreenInput]]:
        """Return the acts of a finger of this seat at a focus."""

        def at(focus: Focus | None) -> Iterable[ScreenInput]:
            self._see(published, seat, focus)
            for touch in self._painter.touches:
                if isinstance(touch, Pointed | Marked | Touched) and touch.seat in (seat, None):
                    yield replace(touch, seat=seat) if isinstance(touch, Pointed) else touch

        return at

    def point_of(self, published: Published, seat: Seat, focus: Focus | None, act: object) -> Point | None:
        """Return the middle of the place for this act at this focus, or None if it has no place."""
        self._see(published, seat, focus)
        touch = next((touch for touch in self._painter.touches if touch == act), None)
        rect = None if touch is None else self._painter.place_of(touch)
        return None if rect is None else rect.center

    def under(self, published: Published, seat: Seat, focus: Focus | None, point: Point) -> Touch | None:
        """Return the meaning of a touch at this point at this focus, or None."""
        self._see(published, seat, focus)
        return self._painter.at(point)

    def _see(self, published: Published, seat: Seat, focus: Focus | None) -> None:
        desks = tuple(replace(desk, focus=focus) if desk.seat is seat else desk for desk in published.desks)
        blue, red = desks
        self._draw(replace(published, desks=(blue, red)))

    def _draw(self, published: Published) -> None:
        """Draw a view at rest: a new reveal or roll is skipped."""
        self._now_s += 1.0
        self._painter.see(published, self._now_s)
        while self._painter.animating(self._now_s):
            self._painter.skip(self._now_s)
            self._now_s += 1.0
        self._picture.draw(published, self._now_s)
