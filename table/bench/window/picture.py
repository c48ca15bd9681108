"""The bench as a picture: a state in, pixels and places out. Only the parts that differ are drawn again."""

from collections.abc import Callable, Hashable

from msgspec import Struct
from msgspec.structs import replace
from pygame import Rect, Surface

from table.bench.window.bench import BenchCard, BenchState
from table.bench.window.hand import draw_hand
from table.bench.window.layout import Parts, lay_out
from table.bench.window.panel import draw_panel
from table.bench.window.places import Place
from table.bench.window.reader import draw_reader
from table.bench.window.store import draw_store
from table.bench.window.tiles import COMMAND, draw_tile
from table.games.seats import SEATS, Seat
from table.games.text import text
from table.screen import palette
from table.screen.canvas import Canvas, Pictures
from table.screen.lettering import Letters
from table.words import Words

TITLE, SIDE, PANEL = 26, 160, 82
"""Units: a seat's title row, its column of reader and panel, and the panel's height."""


class Carrying(Struct, frozen=True):
    """A card in the hand, and where: the point that holds it, in the window."""

    key: str
    point: tuple[int, int]
    over: Seat | None = None
    """The seat whose antenna it is held over."""


class BenchPicture:
    """Main thread only."""

    def __init__(self, words: Words) -> None:
        self._canvas = Canvas(words, Letters(), Pictures())
        self._area = Rect(0, 0, 0, 0)
        self._signs: dict[str, Hashable] = {}
        self._places: dict[str, list[tuple[Rect, Place]]] = {}
        self._most: dict[Seat, int] = {}
        self._carried: tuple[BenchState, dict[Seat, int], Carrying] | None = None

    def at(self, point: tuple[int, int]) -> tuple[Place, ...]:
        """What lies there in the last picture, the topmost first."""
        places = [place for part in self._places.values() for place in part]
        return tuple(place for rect, place in reversed(places) if rect.collidepoint(point))

    def place_of(self, place: Place) -> Rect | None:
        """Where in the last picture it is, the topmost of them."""
        places = [one for part in self._places.values() for one in part]
        return next((rect for rect, one in reversed(places) if one == place), None)

    def most(self, seat: Seat) -> int:
        """How many pixels this seat's hand can be scrolled."""
        return self._most.get(seat, 0)

    def px(self, units: float) -> int:
        return self._canvas.px(units)

    def speak(self, words: Words) -> None:
        self._canvas.words = words
        self.forget()

    def forget(self) -> None:
        """The window shows something else there now."""
        self._signs.clear()
        self._places.clear()

    def draw(
        self,
        surface: Surface,
        area: Rect,
        state: BenchState,
        scrolled: dict[Seat, int],
        carrying: Carrying | None = None,
    ) -> tuple[Rect, ...]:
        """What was drawn again. Nothing of it lies outside of `area`."""
        carried = None if carrying is None else (state, dict(scrolled), carrying)
        if carried != self._carried or area != self._area:
            self.forget()
        elif carried is not None and self._signs:
            return ()
        self._area, self._carried = Rect(area), carried
        parts, canvas = lay_out(area), self._canvas
        canvas.begin(surface, parts.scale)
        surface.set_clip(area)
        fresh = not self._signs
        if fresh:
            surface.fill(palette.GROUND, area)
            self._draw_head(parts.head)
        drawn = []
        for index, seat in enumerate(SEATS):
            drawn += self._draw_seat(parts.seats[index], seat, state, scrolled[seat], carrying)
        drawn += self._part(
            "store",
            parts.store,
            (state.hoppers, state.tray, state.plugged),
            lambda p: self._draw_store(parts, state, p),
        )
        if carrying is not None:
            self._draw_ghost(state, carrying)
        surface.set_clip(None)
        return (Rect(area),) if fresh else tuple(drawn)

    def _part(
        self, name: str, rect: Rect, sign: Hashable, draw: Callable[[list[tuple[Rect, Place]]], None]
    ) -> list[Rect]:
        if self._signs.get(name, self) == sign:
            return []
        self._signs[name] = sign
        self._places[name] = []
        draw(self._places[name])
        return [rect]

    def _draw_head(self, head: Rect) -> None:
        canvas = self._canvas
        ink = canvas.text(text("bench.name"), head, 17, palette.ALERT, bold=True)
        keys = Rect(ink.right + canvas.px(10), head.y, head.right - ink.right - canvas.px(10), head.height)
        canvas.text(text("bench.keys"), keys, 14, palette.QUIET, align="right")

    def _draw_seat(
        self, rect: Rect, seat: Seat, state: BenchState, scrolled: int, carrying: Carrying | None
    ) -> list[Rect]:
        """Reader and hand together, since cards go from one to the other; the panel, whose lamp pulses, by itself."""
        canvas = self._canvas
        pad = canvas.px(6)
        mine = state.seats[SEATS.index(seat)]
        column = Rect(rect.x + pad, rect.y + canvas.px(TITLE) + pad, canvas.px(SIDE), 0)
        column.height = rect.bottom - pad - column.y
        panel = Rect(column.x, column.bottom - canvas.px(PANEL), column.width, canvas.px(PANEL))
        reader = Rect(column.x, column.y, column.width, panel.y - pad - column.y)
        hand = Rect(column.right + pad, column.y, rect.right - column.right - 2 * pad, column.height)
        lying = _lying(state, seat, carrying)
        still = replace(mine, lamp=(0, 0, 0), down=())

        def draw(places: list[tuple[Rect, Place]]) -> None:
            self._signs.pop(f"panel.{seat}", None)
            canvas.plate(rect, palette.PANEL, seat, radius=10)
            self._draw_title(Rect(rect.x, rect.y, rect.width, canvas.px(TITLE)), seat)
            carried = carrying.key if carrying is not None else ""
            self._most[seat] = draw_hand(canvas, hand, mine, scrolled, carried, places)
            over = carrying is not None and carrying.over is seat
            draw_reader(canvas, reader, mine, lying, over, places)

        drawn = self._part(f"seat.{seat}", rect, (still, lying, scrolled), draw)
        return drawn + self._part(
            f"panel.{seat}", panel, (mine.lamp, mine.down), lambda places: draw_panel(canvas, panel, mine, places)
        )

    def _draw_title(self, row: Rect, seat: Seat) -> None:
        canvas = self._canvas
        canvas.plate(row, palette.DEEP[seat], seat, radius=10)
        canvas.icon(f"seat.{seat}", (row.x + canvas.px(16), row.centery), 16, palette.SEAT[seat])
        name = Rect(row.x + canvas.px(30), row.y, canvas.px(70), row.height)
        canvas.text(text(f"screen.seat.{seat}"), name, 18, bold=True)
        hint = Rect(name.right, row.y, row.right - name.right - canvas.px(10), row.height)
        canvas.text(text("bench.hint"), hint, 14, palette.QUIET, align="right")

    def _draw_store(self, parts: Parts, state: BenchState, places: list[tuple[Rect, Place]]) -> None:
        draw_store(self._canvas, parts.store, state, places)

    def _draw_ghost(self, state: BenchState, carrying: Carrying) -> None:
        """The card under the mouse, a little larger than it lay: it is nearer."""
        card, owner = state.card(carrying.key), state.owner(carrying.key)
        if card is None or owner is None:
            return
        canvas = self._canvas
        rect = Rect(0, 0, canvas.px(COMMAND[0] * 1.4), canvas.px(COMMAND[1] * 1.2))
        rect.center = carrying.point
        rect.clamp_ip(self._area)
        shade = Surface(rect.size)
        shade.set_alpha(110)
        canvas.surface.blit(shade, rect.move(canvas.px(4), canvas.px(5)))
        draw_tile(canvas, rect, card, owner)


def _lying(state: BenchState, seat: Seat, carrying: Carrying | None) -> tuple[tuple[Seat, BenchCard], ...]:
    held = carrying.key if carrying is not None else ""
    return tuple(
        (one.seat, card) for one in state.seats for card in one.cards if card.reader is seat and card.key != held
    )
