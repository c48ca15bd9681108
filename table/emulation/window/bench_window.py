"""The bench in the table's window: it turns the mouse into acts, and decides when to draw itself again."""

import time
from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from hal.events import Button
from table.emulation.acts import Fill, Lay, Lift, Press, Release, Take
from table.emulation.bench_view import Bench, BenchCard, BenchState
from table.emulation.window.bench_canvas import BenchCanvas
from table.emulation.window.desk_parts import STEP, aside_mm
from table.emulation.window.drawer import Drawer
from table.emulation.window.hoppers_and_tray import Mechanics
from table.emulation.window.layout import WindowAreas, drawer_scale, is_narrow, split
from table.emulation.window.picture import BenchMoment, BenchPicture, CarriedItem
from table.emulation.window.places import (
    ActButton,
    BenchPlace,
    CardPlace,
    DrawerTab,
    HandArea,
    HopperMouth,
    LogArea,
    PanelButton,
    ReaderField,
    Slider,
    TrayToken,
)
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.canvas import PlacedText
from table.screen.drawing.typefaces import Fonts
from table.words import Words

LEFT, RIGHT, WHEEL_UP, WHEEL_DOWN = 1, 3, 4, 5
"""SDL's numbers of the mouse buttons."""


class BenchWindow:
    """The bench in the window. Main thread only.

    F2 shows or hides it, F6 opens or closes its drawer; in a narrow window it begins hidden.
    """

    def __init__(self, bench: Bench, words: Words, now_s: Callable[[], float] = time.monotonic) -> None:
        self._bench = bench
        self._now_s = now_s
        letters = Fonts()
        desk, drawer = (BenchCanvas(words, letters) for _ in range(2))
        self._canvases = (desk, drawer)
        self._picture = BenchPicture(desk)
        self._drawer = Drawer(bench, drawer)
        self._shown: bool | None = None
        self._found = False
        """True once F2 was pressed: a narrow window no longer shows the hint."""
        self._hidden_line: Rect | None = None
        """The current place of the line about the hidden bench."""
        self._areas = WindowAreas(*(Rect(0, 0, 0, 0) for _ in range(3)))
        self._mechanics = Mechanics()
        self._scrolled = dict.fromkeys(SEATS, 0)
        self._turned: frozenset[str] = frozenset()
        self._hover_text: Text | str = ""
        self._carrying: CarriedItem | None = None
        self._grabbed: tuple[int, int] | None = None
        """The point at which the mouse picked up the carried item, or None once it has moved away."""
        self._pressed: tuple[Seat, Button] | None = None
        self._sliding: str = ""
        """The name of the slider that the mouse holds, or an empty string."""

    def speak(self, words: Words) -> None:
        """Change the language, from the next picture on."""
        for canvas in self._canvases:
            canvas.words = words
        self._forget()

    @property
    def busy(self) -> bool:
        return self._held or self._mechanics.moving

    @property
    def dark(self) -> bool:
        return self._bench.power != "on"

    @property
    def places(self) -> list[tuple[Rect, BenchPlace]]:
        """Return the places of the last picture, the topmost last."""
        return [*self._picture.places, *self._drawer.canvas.places]

    @property
    def placed(self) -> tuple[PlacedText, ...]:
        """Return the lines of the last picture and their boxes."""
        return tuple(line for canvas in self._canvases for line in canvas.placed)

    def show(self, tab: DrawerTab) -> None:
        """Open the drawer at this tab."""
        self._drawer.show(tab)

    def place_of(self, place: BenchPlace) -> Rect | None:
        """Return the topmost rectangle of this place in the last picture."""
        return next((rect for rect, one in reversed(self.places) if one == place), None)

    def table_area(self, window: Rect) -> Rect:
        shown = not is_narrow(window) if self._shown is None else self._shown
        self._areas = split(window, shown=shown, open=self._drawer.open, found=self._found)
        return self._areas.table

    def draw(self, surface: Surface, *, whole: bool) -> tuple[Rect, ...]:
        now_s = self._now_s()
        if whole:
            self._forget()
        if not self._areas.desk.width:
            self._drawer.hide()
            return self._draw_hidden(surface, self._areas.drawer)
        state = self._bench.look()
        self._mechanics.see(state, now_s)
        moment = BenchMoment(
            scrolled=(self._scrolled[SEATS[0]], self._scrolled[SEATS[1]]),
            turned=self._turned,
            carrying=self._carrying,
            discs=self._mechanics.discs,
            falling=self._mechanics.falling,
            hover_text=self._hover_text,
        )
        drawn = self._picture.draw(surface, self._areas.desk, state, moment)
        scale = drawer_scale(surface.get_rect())
        return drawn + self._drawer.draw(surface, self._areas.drawer, scale, state, now_s)

    def _draw_hidden(self, surface: Surface, area: Rect) -> tuple[Rect, ...]:
        """Draw the line that explains how to show the bench, unless it is already there."""
        if not area.width or self._hidden_line == area:
            return ()
        self._hidden_line, canvas = Rect(area), self._canvases[1]
        canvas.begin(surface, drawer_scale(surface.get_rect()))
        surface.fill(palette.PANEL, area)
        inside = area.inflate(-canvas.px(16), 0)
        canvas.text(text("bench.hidden"), inside, 23, palette.ALERT, bold=True, align="centre")
        return (Rect(area),)

    # -- SDL's events ------------------------------------------------------------------------------------------------

    def take(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.MOUSEMOTION:
            return self._moved(event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT and self._held:
            self._let_go()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN:
            if self._areas.desk.collidepoint(event.pos) or self._areas.drawer.collidepoint(event.pos):
                self._down(event.button, event.pos)
                return True
            self._drawer.leave()
        return False

    def _key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_F2:
            self._let_go()
            self._shown = not self._areas.desk.width
            self._found = True
            return True
        if event.key == pygame.K_F1 and self._areas.desk.width:
            self._drawer.help()
            return True
        if event.key == pygame.K_F6:
            self._drawer.open = not self._drawer.open
            return True
        is_letter = not event.mod & pygame.KMOD_CTRL and event.key not in range(pygame.K_F1, pygame.K_F15)
        if self._drawer.typing and is_letter:
            self._drawer.type(event)
            return True
        return False

    @property
    def _held(self) -> bool:
        return self._carrying is not None or self._pressed is not None or bool(self._sliding)

    def _moved(self, point: tuple[int, int]) -> bool:
        if self._carrying is not None:
            if self._grabbed is not None and _near(self._grabbed, point, self._picture.px(4)):
                return True
            self._grabbed = None
            self._carry(self._carrying, point)
            return True
        if self._sliding:
            self._drawer.slide(self._sliding, point[0], self._state)
            return True
        self._hover(point)
        return False

    def _hover(self, point: tuple[int, int]) -> None:
        place = next(iter(self._at(point)), None)
        card = self._state.card(place.key) if isinstance(place, CardPlace) else None
        self._hover_text = _card_text(card) if card is not None else ""
        self._drawer.hover(place)

    def _down(self, button: int, point: tuple[int, int]) -> None:
        places = self._at(point)
        self._drawer.leave()
        if button in (WHEEL_UP, WHEEL_DOWN):
            self._wheel(places, up=button == WHEEL_UP)
        elif places and button == RIGHT:
            self._shift(places[0])
        elif places and button == LEFT:
            self._touch(places[0], point)

    def _touch(self, place: BenchPlace, point: tuple[int, int]) -> None:
        self._let_go()
        match place:
            case CardPlace():
                self._grabbed = point
                self._carrying = CarriedItem(point, key=place.key, over=self._over(point))
            case TrayToken():
                self._grabbed = point
                self._carrying = CarriedItem(point, token=place.hopper)
            case PanelButton():
                self._pressed = (place.seat, place.button)
                self._bench.perform(Press(place.seat, place.button))
            case ActButton():
                self._bench.perform(place.act)
            case HopperMouth():
                self._bench.perform(Fill(place.hopper, 1))
            case Slider():
                self._sliding = place.name
                self._drawer.slide(place.name, point[0], self._state)
            case _:
                self._drawer.click(place)

    def _carry(self, carrying: CarriedItem, point: tuple[int, int]) -> None:
        """Move the carried card or token. A card is lifted when it leaves its antenna, not when it is dropped."""
        over = self._over(point)
        card = self._state.card(carrying.key)
        if card is not None and card.reader is not None and card.reader is not over:
            self._bench.perform(Lift(carrying.key))
        self._carrying = CarriedItem(point, carrying.key, over if carrying.key else None, carrying.token)

    def _let_go(self) -> None:
        """Let go of everything: drop the card or the token where it is, release the button."""
        if self._pressed is not None:
            self._bench.perform(Release(*self._pressed))
        carrying, clicked = self._carrying, self._grabbed is not None
        self._carrying = self._pressed = self._grabbed = None
        self._sliding = ""
        if carrying is None:
            return
        if carrying.token is not None:
            self._drop_token(carrying.token, carrying.point, clicked)
        elif clicked:
            self._turned = self._turned ^ {carrying.key}
        elif carrying.over is not None:
            self._drop_card(carrying.key, carrying.over, carrying.point)

    def _drop_token(self, hopper: int, point: tuple[int, int], clicked: bool) -> None:
        """Put the token into the hopper under the mouse, or give it from the tray to the players."""
        into = next((place for place in self._at(point) if isinstance(place, HopperMouth)), None)
        if clicked or into is not None:
            self._bench.perform(Take(hopper))
        if into is not None:
            self._bench.perform(Fill(into.hopper, 1))

    def _drop_card(self, key: str, reader: Seat, point: tuple[int, int]) -> None:
        """Lay the card where it is dropped."""
        if (board := self.place_of(ReaderField(reader))) is None:
            return
        self._lay(Lay(reader, key, *aside_mm(self._picture.scale, board, point)))

    def _lay(self, act: Lay) -> None:
        """Lay a card the usual side up for its kind, even if it was turned over in the hand."""
        if (card := self._state.card(act.card)) is not None and card.reader is None:
            self._turned -= {act.card}
        self._bench.perform(act)

    def _shift(self, place: BenchPlace) -> None:
        """Act on the right button.

        A card goes from the hand to its own seat's reader, or back. A panel's button goes down and stays down until the
        next click. A token comes out of a hopper.
        """
        if self._held:
            return
        match place:
            case CardPlace():
                card, owner = self._state.card(place.key), self._state.owner(place.key)
                if card is not None and card.reader is not None:
                    self._bench.perform(Lift(place.key))
                elif owner is not None:
                    self._lay(Lay(owner, place.key))
            case PanelButton():
                down = self._state.seats[SEATS.index(place.seat)].down
                self._bench.perform((Release if place.button in down else Press)(place.seat, place.button))
            case HopperMouth():
                self._bench.perform(Fill(place.hopper, -1))
            case _:
                pass

    def _wheel(self, places: tuple[BenchPlace, ...], *, up: bool) -> None:
        for place in places:
            if isinstance(place, LogArea):
                self._drawer.wheel(place, up)
            if isinstance(place, HandArea):
                step = self._picture.px(STEP) * (-1 if up else 1)
                least = min(self._scrolled[place.seat], self._picture.most(place.seat))
                self._scrolled[place.seat] = max(0, min(least + step, self._picture.most(place.seat)))

    # -- places ------------------------------------------------------------------------------------------------------

    def _at(self, point: tuple[int, int]) -> tuple[BenchPlace, ...]:
        """Return the places at this point of the last picture, the topmost first."""
        return tuple(place for rect, place in reversed(self.places) if rect.collidepoint(point))

    def _over(self, point: tuple[int, int]) -> Seat | None:
        return next((place.seat for place in self._at(point) if isinstance(place, ReaderField)), None)

    def _forget(self) -> None:
        self._hidden_line = None
        self._picture.forget()
        self._drawer.forget()

    @property
    def _state(self) -> BenchState:
        return self._bench.look()


def _near(a: tuple[int, int], b: tuple[int, int], px: int) -> bool:
    return abs(a[0] - b[0]) <= px and abs(a[1] - b[1]) <= px


def _card_text(card: BenchCard) -> Text:
    """Return the words about the card under the mouse: its name, tag and coupling."""
    where = "lies" if card.reader else "held"
    return text(f"bench.card.{where}", name=card.name, tag=card.tag, heard=f"{card.coupling:.0%}")
