"""The bench in the table's window: what the mouse does to it, and when it is drawn again."""

import pygame
from pygame import Rect, Surface

from hal.events import Button
from table.bench.hands import Lay, Lift, PlugCable, PlugReader, Press, Release, Take
from table.bench.window.bench import Bench, BenchState
from table.bench.window.hand import STEP
from table.bench.window.layout import is_narrow, split
from table.bench.window.picture import BenchPicture, Carrying
from table.bench.window.places import Antenna, Cable, Carried, Hand, Knob, Place, Tray
from table.games.seats import SEATS, Seat
from table.words import Words

LEFT, RIGHT, WHEEL_UP, WHEEL_DOWN = 1, 3, 4, 5
"""SDL's numbers of a mouse's buttons."""


class BenchBeside:
    """Main thread only. F2 shows or hides it; in a narrow window it begins hidden."""

    def __init__(self, bench: Bench, words: Words) -> None:
        self._bench = bench
        self._picture = BenchPicture(words)
        self._shown: bool | None = None
        self._window = Rect(0, 0, 0, 0)
        self._area = Rect(0, 0, 0, 0)
        self._scrolled = dict.fromkeys(SEATS, 0)
        self._carrying: Carrying | None = None
        self._pressed: tuple[Seat, Button] | None = None

    def speak(self, words: Words) -> None:
        """Another language, from the next picture on."""
        self._picture.speak(words)

    @property
    def busy(self) -> bool:
        return self._carrying is not None or self._pressed is not None

    def place_of(self, place: Place) -> Rect | None:
        """Where it is in the window, in the last picture."""
        return self._picture.place_of(place)

    def table_area(self, window: Rect) -> Rect:
        self._window = Rect(window)
        shown = not is_narrow(window) if self._shown is None else self._shown
        table, self._area = split(window, shown)
        return table

    def draw(self, surface: Surface, *, whole: bool) -> tuple[Rect, ...]:
        if whole:
            self._picture.forget()
        if not self._area.width:
            return ()
        state = self._bench.look()
        return self._picture.draw(surface, self._area, state, self._scrolled, self._carrying)

    def take(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F2:
            self._let_go()
            self._shown = not self._area.width
            return True
        if event.type == pygame.MOUSEMOTION and self._carrying is not None:
            self._carry(self._carrying.key, event.pos)
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT and self.busy:
            self._let_go()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self._area.collidepoint(event.pos):
            self._down(event.button, event.pos)
            return True
        return False

    def _down(self, button: int, point: tuple[int, int]) -> None:
        places = self._picture.at(point)
        if button in (WHEEL_UP, WHEEL_DOWN):
            self._scroll(places, STEP if button == WHEEL_DOWN else -STEP)
        elif places and button == RIGHT:
            self._shift(places[0])
        elif places and button == LEFT:
            self._touch(places[0], point)

    def _touch(self, place: Place, point: tuple[int, int]) -> None:
        self._let_go()
        match place:
            case Carried():
                self._carry(place.key, point)
            case Knob():
                self._pressed = (place.seat, place.button)
                self._bench.perform(Press(place.seat, place.button))
            case Cable(seat=None):
                self._bench.perform(PlugCable(not place.plugged))
            case Cable(seat=Seat() as seat):
                self._bench.perform(PlugReader(seat, not place.plugged))
            case Tray():
                self._bench.perform(Take())

    def _carry(self, key: str, point: tuple[int, int]) -> None:
        """A card that leaves its reader's antenna is lifted there and then, not where it is dropped."""
        over = next((place.seat for place in self._picture.at(point) if isinstance(place, Antenna)), None)
        card = self._state.card(key)
        if card is not None and card.reader is not None and card.reader is not over:
            self._bench.perform(Lift(key))
        self._carrying = Carrying(key, point, over)

    def _let_go(self) -> None:
        """Whatever is held: a card is dropped where it is, a button comes up."""
        if self._pressed is not None:
            self._bench.perform(Release(*self._pressed))
        carrying = self._carrying
        if carrying is not None and carrying.over is not None:
            card = self._state.card(carrying.key)
            if card is not None and card.reader is not carrying.over:
                self._bench.perform(Lay(carrying.over, carrying.key))
        self._carrying = self._pressed = None

    def _shift(self, place: Place) -> None:
        """A card from the hand to its own seat's reader at once, or back."""
        if not isinstance(place, Carried) or self._carrying is not None:
            return
        card, owner = self._state.card(place.key), self._state.owner(place.key)
        if card is not None and card.reader is not None:
            self._bench.perform(Lift(place.key))
        elif owner is not None:
            self._bench.perform(Lay(owner, place.key))

    def _scroll(self, places: tuple[Place, ...], units: int) -> None:
        for place in places:
            if isinstance(place, Hand):
                step = self._picture.px(abs(units)) * (1 if units > 0 else -1)
                least = min(self._scrolled[place.seat], self._picture.most(place.seat))
                self._scrolled[place.seat] = max(0, min(least + step, self._picture.most(place.seat)))

    @property
    def _state(self) -> BenchState:
        return self._bench.look()
