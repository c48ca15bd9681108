"""The line below the table's screen that tells of a bench for which the window has no room."""

from collections.abc import Hashable

from pygame import Rect, Surface

from table.emulation.window.layout import drawer_scale
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas

SIZE = 23


class HiddenBenchLine:
    """The line is drawn once, and again after the window or the language has changed. Main thread only."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._sign: Hashable = None

    def forget(self) -> None:
        self._sign = None

    def draw(self, surface: Surface, area: Rect) -> tuple[Rect, ...]:
        """Write how to get the bench, and return what was drawn: nothing if it stands there already."""
        if not area.width or self._sign == tuple(area):
            return ()
        self._sign = tuple(area)
        self._canvas.begin(surface, drawer_scale(surface.get_rect()))
        surface.fill(palette.PANEL, area)
        inside = area.inflate(-self._canvas.px(16), 0)
        self._canvas.text(text("bench.hidden"), inside, SIZE, palette.ALERT, bold=True, align="centre")
        return (Rect(area),)
