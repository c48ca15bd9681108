"""The desk of the bench as a picture: a state in, pixels and places out. Only parts that changed are drawn again."""

from collections.abc import Callable, Hashable

from msgspec import Struct
from msgspec.structs import replace
from pygame import Rect, Surface

from sim_hardware.nfc.vocabulary import UNPLUG
from table.emulation.acts import BotSits, ReaderFault
from table.emulation.bench_view import BenchCard, BenchState
from table.emulation.window.bench_canvas import BenchCanvas
from table.emulation.window.desk_parts import COMMAND, draw_hand, draw_panel, draw_plugs, draw_reader, draw_tile
from table.emulation.window.hoppers_and_tray import TOKEN, FallingToken, draw_dispenser
from table.emulation.window.layout import BenchParts, lay_out
from table.emulation.window.places import ActButton, BenchPlace
from table.rules.cards import CardKind
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.icons import icon_of

TITLE, SIDE, PANEL = 28, 168, 78
"""The height of a seat's title row, the width of its reader and panel, and the panel's height, in units."""


class CarriedItem(Struct, frozen=True):
    """A card or a token that the mouse carries, and the point in the window at which the mouse holds it."""

    point: tuple[int, int]
    key: str = ""
    """The key of the card; empty if it is a token."""
    over: Seat | None = None
    """The seat of the reader whose antenna is under the card, or None."""
    token: int | None = None
    """The number of the token's hopper; None if it is a card."""


class BenchMoment(Struct, frozen=True):
    """The parts of the picture that are not in the state of the bench."""

    scrolled: tuple[int, int] = (0, 0)
    """The pixels by which each hand is scrolled."""
    turned: frozenset[str] = frozenset()
    """The keys of the cards that lie turned over."""
    carrying: CarriedItem | None = None
    discs: tuple[tuple[int, float], ...] = ()
    """The number of each hopper, and how far its disc has turned, in pockets."""
    falling: tuple[FallingToken, ...] = ()
    hover_text: Text | str = ""
    """The words about the card under the mouse."""


class BenchPicture:
    """Draws the desk. Main thread only."""

    def __init__(self, canvas: BenchCanvas) -> None:
        self._canvas = canvas
        self._area = Rect(0, 0, 0, 0)
        self.scale = 1.0
        """The pixels of one unit."""
        self._signs: dict[str, Hashable] = {}
        self._places: dict[str, list[tuple[Rect, BenchPlace]]] = {}
        self._most: dict[Seat, int] = {}
        self._carried: tuple[BenchState, BenchMoment] | None = None

    @property
    def places(self) -> list[tuple[Rect, BenchPlace]]:
        """Return the places of the last picture, the topmost last."""
        return [place for part in self._places.values() for place in part]

    def most(self, seat: Seat) -> int:
        """Return the pixels that this seat's hand can be scrolled."""
        return self._most.get(seat, 0)

    def px(self, units: float) -> int:
        return max(1, round(units * self.scale))

    def forget(self) -> None:
        """Draw everything again next time, because the window shows something else there now."""
        self._signs.clear()
        self._places.clear()

    def draw(self, surface: Surface, area: Rect, state: BenchState, moment: BenchMoment) -> tuple[Rect, ...]:
        """Draw the parts that changed, and return their rectangles. Nothing is drawn outside of `area`."""
        carried = None if moment.carrying is None else (state, moment)
        if carried != self._carried or area != self._area:
            self.forget()
        elif carried is not None and self._signs:
            return ()
        self._area, self._carried = Rect(area), carried
        parts, canvas = lay_out(area), self._canvas
        self.scale = parts.scale
        canvas.begin(surface, parts.scale)
        surface.set_clip(area)
        if fresh := not self._signs:
            surface.fill(palette.GROUND, area)
        drawn = self._draw_head(parts, moment)
        drawn += self._part(
            "plugs",
            parts.plugs,
            (state.power, state.powered, state.plugged),
            lambda: draw_plugs(canvas, parts.plugs, state),
        )
        for index, seat in enumerate(SEATS):
            drawn += self._draw_seat(parts.seats[index], seat, state, moment)
        drawn += self._part(
            "store",
            parts.store,
            (state.hoppers, state.tray, state.asked_back, moment.discs, moment.falling),
            lambda: draw_dispenser(canvas, parts.store, state, dict(moment.discs), moment.falling),
        )
        if moment.carrying is not None:
            self._draw_ghost(state, moment.carrying)
        surface.set_clip(None)
        return (Rect(area),) if fresh else tuple(drawn)

    def _part(self, name: str, rect: Rect, sign: Hashable, draw: Callable[[], None]) -> list[Rect]:
        if self._signs.get(name, self) == sign:
            return []
        self._signs[name] = sign
        self._places[name] = self._canvas.places = []
        draw()
        return [rect]

    def _draw_head(self, parts: BenchParts, moment: BenchMoment) -> list[Rect]:
        canvas, head = self._canvas, parts.head

        def draw() -> None:
            canvas.surface.fill(palette.GROUND, head)
            if moment.hover_text:
                canvas.text(moment.hover_text, head, 15)
                return
            ink = canvas.text(text("bench.name"), head, 17, palette.ALERT, bold=True)
            hint = Rect(ink.right + canvas.px(10), head.y, head.right - ink.right - canvas.px(10), head.height)
            canvas.text(text("bench.hint"), hint, 14, palette.QUIET, align="right")

        return self._part("head", head, moment.hover_text, draw)

    def _draw_seat(self, rect: Rect, seat: Seat, state: BenchState, moment: BenchMoment) -> list[Rect]:
        """Draw reader and hand together, because cards move between them, and the panel, whose lamp pulses, apart."""
        canvas = self._canvas
        pad = canvas.px(5)
        index = SEATS.index(seat)
        mine, scrolled, carrying = state.seats[index], moment.scrolled[index], moment.carrying
        column = Rect(rect.x + pad, rect.y + canvas.px(TITLE) + pad, canvas.px(SIDE), 0)
        column.height = rect.bottom - pad - column.y
        panel = Rect(column.x, column.bottom - canvas.px(PANEL), column.width, canvas.px(PANEL))
        reader = Rect(column.x, column.y, column.width, panel.y - pad - column.y)
        hand = Rect(column.right + pad, column.y, rect.right - column.right - 2 * pad, column.height)
        lying = _lying(state, seat, moment)
        still = replace(mine, lamp=(0, 0, 0), down=(), noise=0.0)

        def draw() -> None:
            self._signs.pop(f"panel.{seat}", None)
            canvas.plate(rect, palette.PANEL, seat, radius=10)
            self._draw_title(Rect(rect.x, rect.y, rect.width, canvas.px(TITLE)), state, seat)
            carried = carrying.key if carrying is not None else ""
            self._most[seat] = draw_hand(canvas, hand, mine, scrolled, carried, moment.turned)
            over = carrying is not None and carrying.over is seat
            draw_reader(canvas, reader, mine, lying, over)

        drawn = self._part(f"seat.{seat}", rect, (still, lying, scrolled, moment.turned), draw)
        return drawn + self._part(
            f"panel.{seat}", panel, (mine.lamp, mine.down), lambda: draw_panel(canvas, panel, mine)
        )

    def _draw_title(self, row: Rect, state: BenchState, seat: Seat) -> None:
        canvas, mine = self._canvas, state.seats[SEATS.index(seat)]
        canvas.plate(row, palette.DEEP[seat], seat, radius=10)
        canvas.icon(f"seat.{seat}", (row.x + canvas.px(16), row.centery), 16, palette.SEAT[seat])
        name = Rect(row.x + canvas.px(30), row.y, canvas.px(84), row.height)
        canvas.text(text(f"screen.seat.{seat}"), name, 18, bold=True)
        inset = canvas.px(3)
        cable = Rect(row.right - canvas.px(136), row.y + inset, canvas.px(126), row.height - 2 * inset)
        plug = ActButton(ReaderFault(UNPLUG.word if mine.plugged else UNPLUG.cure, seat))
        canvas.plug(cable, "bench.plug.reader", mine.plugged, plug)
        bot = Rect(cable.x - canvas.px(118), cable.y, canvas.px(112), cable.height)
        words = text("bench.bot")
        canvas.chip(bot, words, ActButton(BotSits(seat, not mine.bot)), on=mine.bot, colour=palette.GOOD)

    def _draw_ghost(self, state: BenchState, carrying: CarriedItem) -> None:
        """Draw the carried card or token. A card is drawn a little larger than on the desk, since it is nearer."""
        canvas = self._canvas
        if carrying.token is not None:
            kind = next((one.kind for one in state.hoppers if one.number == carrying.token), "")
            canvas.icon(icon_of(kind), carrying.point, TOKEN * 1.3, palette.INK)
            return
        card, owner = state.card(carrying.key), state.owner(carrying.key)
        if card is None or owner is None:
            return
        rect = Rect(0, 0, canvas.px(COMMAND[0] * 1.25), canvas.px(COMMAND[1] * 1.1))
        rect.center = carrying.point
        shade = Surface(rect.size)
        shade.set_alpha(110)
        canvas.surface.blit(shade, rect.move(canvas.px(4), canvas.px(5)))
        draw_tile(canvas, rect, card, owner)


def _lying(state: BenchState, seat: Seat, moment: BenchMoment) -> tuple[tuple[Seat, BenchCard, bool], ...]:
    """Return owner, card and whether it lies face down, for each card on this reader.

    Command cards lie face down unless they were turned; all others the other way round.
    """
    held = moment.carrying.key if moment.carrying is not None else ""
    return tuple(
        (one.seat, card, (card.kind == CardKind.COMMAND) is not (card.key in moment.turned))
        for one in state.seats
        for card in one.cards
        if card.reader is seat and card.key != held
    )
