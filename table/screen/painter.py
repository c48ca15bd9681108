"""Draw the whole picture from a published view and the time, and return the places to touch. No I/O and no clock."""

import math
from collections.abc import Iterator
from contextlib import contextmanager

import pygame
from msgspec.structs import replace
from pygame import Rect

from table.rules.seats import BLUE, Seat
from table.rules.text import text
from table.rules.view import SeatView, View
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas, PlacedText
from table.screen.drawing.die import draw_die, face_words
from table.screen.drawing.layout import Layout, lay_out, scale_of
from table.screen.drawing.typefaces import BODY, HUGE, LEAD, NORMAL, Fonts, TypeScale
from table.screen.motion import DieMotion, Motion, PanelMotion, RevealMotion
from table.screen.parts.asking.phone_code import shows_code
from table.screen.parts.centre import draw_centre, left_for_codes
from table.screen.parts.codes import draw_codes, draw_commitment
from table.screen.parts.command_card import HEIGHT, WIDTH, draw_back, draw_face
from table.screen.parts.edges.footer import draw_footer, height_of_footer
from table.screen.parts.edges.header import draw_header, draw_headline, draw_name
from table.screen.parts.edges.surroundings import draw_surroundings, height_of_surroundings
from table.screen.parts.half import draw_half
from table.screen.parts.held import draw_hold, draw_press
from table.screen.parts.help import draw_help
from table.screen.parts.lamp import draw_lamp, lamp_due_s, lamp_place
from table.screen.parts.points import draw_score, width_of_score
from table.screen.parts.resumed import draw_resumed
from table.screen.parts.shared_panel import draw_shared, shared_prompt
from table.screen.touch import ButtonHold, FingerPress, Skipped, Touch
from table.screen.typing import TypedName, draw_typed
from table.view.published import Published
from table.words import Words

LIGHT = 64
"""The brightness of the backdrop behind a reveal or a roll, from 0 to 255."""

DRAW_PANEL = {"resumed": draw_resumed, "codes": draw_codes, "help": draw_help}

LONGEST_LINE = 400
"""The width of the plate that names the rolled face, in units."""


class Painter:
    """Draws the table's screen. Main thread only.

    `turned` are the seats whose players sit at its upper edge, `lamps` those whose lamp is drawn.
    """

    def __init__(
        self,
        words: Words,
        *,
        turned: frozenset[Seat] = frozenset(),
        lamps: frozenset[Seat] = frozenset(),
        rolling: bool = True,
        type_scale: TypeScale = NORMAL,
    ) -> None:
        self._canvas = Canvas(words, Fonts(), type_scale)
        self._rolling = rolling
        self._motion = Motion(rolling=rolling)
        self._turned, self._lamps = turned, lamps
        self._lamp_places: dict[Seat, tuple[Rect, pygame.Surface]] = {}
        """The lamps of the last picture, and the picture below each. Empty if the seats have no halves."""
        self._seen: Published | None = None
        self._backdrop: tuple[Published, pygame.Surface] | None = None
        self._flat: dict[Seat, tuple[pygame.Surface, bool]] = {}
        self._drawn: tuple[pygame.Surface, tuple[int, int], tuple[int, int]] | None = None
        self.typed: TypedName | None = None
        """The name that is being typed."""
        self._resting: Published | None = None
        """The view that the last picture shows, or None if something moved in it or a finger was down."""
        self._dirty = Rect(0, 0, 0, 0)
        """The rectangle in which the last picture differs from its backdrop."""
        self._still: Published | None = None
        """The view that the last picture shows, if only its lamps have changed until the next."""

    @property
    def words(self) -> Words:
        return self._canvas.words

    @words.setter
    def words(self, words: Words) -> None:
        """Change the language, from the next picture on."""
        self._canvas.words = words
        self.forget()

    @property
    def placed(self) -> tuple[PlacedText, ...]:
        """Return the lines of the last picture and their boxes."""
        return tuple(self._canvas.placed)

    def see(self, published: Published, now_s: float) -> None:
        """Take the published view. A new reveal or roll begins to move. `draw` calls this too."""
        self._motion.see(published, now_s)
        self._seen = published

    def animating(self, now_s: float) -> bool:
        return self._motion.animating(now_s)

    def act(self, now_s: float) -> tuple[str, float] | None:
        """Return the reveal (`turn`) or roll that is on the screen now and the second it began, or None."""
        return self._motion.act(now_s)

    def due_s(self, now_s: float) -> float | None:
        """Return the time of the next picture if nothing new is published: now while something moves, or None."""
        due_s = self._motion.due_s(now_s)
        return self._lamps_due_s(now_s) if due_s is None else due_s

    def skip(self, now_s: float) -> None:
        self._motion.skip(now_s)

    def recall(self, kinds: tuple[str, ...], now_s: float) -> None:
        """Show the last reveal (`turn`) and roll (`roll`) again; if they are shown already, skip to the next."""
        if self._motion.recalling(now_s):
            self._motion.skip(now_s)
        else:
            self._motion.recall(kinds, now_s)

    def at(self, point: tuple[int, int]) -> Touch | None:
        """Return the topmost touch at this point of the last picture."""
        return next((touch for rect, touch in reversed(self._canvas.touches) if rect.collidepoint(point)), None)

    @property
    def touches(self) -> tuple[Touch, ...]:
        """Return the touches of the last picture."""
        return tuple(touch for _, touch in self._canvas.touches)

    def place_of(self, touch: Touch) -> Rect | None:
        """Return the rectangle of this touch in the last picture."""
        return next((rect for rect, one in self._canvas.touches if one == touch), None)

    def forget(self) -> None:
        """Draw the next picture whole: something else may have been drawn over the last one."""
        self._drawn = self._still = None

    def switch_off(self, surface: pygame.Surface) -> Rect:
        """Fill the surface with black and forget all motion: the display has no power. Return the area."""
        self._motion = Motion(rolling=self._rolling)
        self._backdrop, self._flat, self._drawn, self._resting = None, {}, None, None
        self._canvas.begin(surface, scale_of(surface.get_rect()))
        return surface.fill((0, 0, 0))

    def draw(
        self,
        surface: pygame.Surface,
        published: Published,
        now_s: float,
        press: FingerPress | None = None,
        holds: tuple[ButtonHold, ...] = (),
    ) -> Rect:
        """Draw the picture, and return the rectangle that was drawn. The rest of the surface is unchanged."""
        self._motion.see(published, now_s)
        area = surface.get_rect()
        canvas = (surface.get_abs_parent(), surface.get_abs_offset(), surface.get_size())
        kept = self._drawn is not None and self._drawn[0] is canvas[0] and self._drawn[1:] == canvas[1:]
        self._drawn, still = canvas, self._still
        moving, self._still = self._motion.moving(now_s), None
        plain = press is None and not holds and self.typed is None
        if kept and plain and still is published and self._lamp_places and moving is None:
            self._still = published
            return self._draw_lamps(published, now_s)
        self._canvas.begin(surface, scale_of(area))
        if moving is None:
            self._backdrop, self._flat = None, {}
            surface.fill(palette.GROUND)
            self._draw_table(area, published)
            self._draw_lamps(published, now_s)
            if self.typed is not None:
                draw_typed(self._canvas, area, self.typed)
            if press is not None:
                draw_press(self._canvas, press)
            for hold in holds:
                draw_hold(self._canvas, published, hold, self._half_of(area, published, hold.seat))
            self._dirty, self._resting = area, published if plain else None
            self._still = self._resting
            return area
        if not kept:
            self._resting = None
        kept = self._draw_backdrop(surface, self._motion.behind(published, now_s), self._dirty if kept else area)
        before = self._dirty if kept else area
        if isinstance(moving, RevealMotion):
            self._dirty = self._draw_turning(surface, lay_out(area), moving)
        elif isinstance(moving, PanelMotion):
            self._dirty = DRAW_PANEL[moving.kind](self._canvas, area, moving.published)
        else:
            self._dirty = self._draw_rolling(surface, moving)
        self._canvas.touchable(area, Skipped())
        return before.union(self._dirty)

    def _draw_lamps(self, published: Published, now_s: float) -> Rect:
        """Draw the lamps of the seats in the last picture, and return the rectangle that they cover."""
        drawn = []
        for desk in published.desks:
            if desk.seat in self._lamp_places:
                place, below = self._lamp_places[desk.seat]
                drawn.append(self._canvas.surface.blit(below, place))
                draw_lamp(self._canvas, place, desk, now_s)
        return drawn[0].unionall(drawn[1:]) if drawn else Rect(0, 0, 0, 0)

    def _lamps_due_s(self, now_s: float) -> float | None:
        """Return the time at which a lamp on the screen may look different, or None."""
        desks = () if self._seen is None else self._seen.desks
        due = (lamp_due_s(desk, now_s) for desk in desks if desk.seat in self._lamp_places)
        return min((due_s for due_s in due if due_s is not None), default=None)

    def _half_of(self, area: Rect, published: Published, seat: Seat) -> Rect:
        layout = self._layout(area, published)
        return layout.blue if seat is BLUE else layout.red

    def _draw_table(self, area: Rect, published: Published) -> None:
        canvas, view = self._canvas, published.view
        layout = self._layout(area, published)
        self._lamp_places = {}
        if view is None:
            draw_name(canvas, layout)
        else:
            draw_header(canvas, layout, view, published.clock)
            draw_headline(canvas, layout, view, width_of_score(canvas, published))
            draw_score(canvas, layout.headline, published)
        shared = shared_prompt(published)
        coded = any(shows_code(desk.phone) for desk in published.desks)  # a code needs a half of its own
        together = shared is not None and (view is None or view.over) and not coded
        if shared is not None and together:
            draw_shared(canvas, layout, shared, published)
        else:
            self._draw_seats(layout, published, view)
        box = draw_surroundings(canvas, layout.footer, published)
        draw_footer(canvas, box, published, portrait=layout.portrait, story=not together)

    def _layout(self, area: Rect, published: Published) -> Layout:
        footer = height_of_footer(self._canvas, area, published) + height_of_surroundings(published)
        return lay_out(area, centre=published.view is not None, footer=footer)

    def _draw_seats(self, layout: Layout, published: Published, view: View | None) -> None:
        for index, rect in enumerate((layout.blue, layout.red)):
            seat = view.seats[index] if view is not None else None
            desk = published.desks[index]
            with self._facing(desk.seat, rect):
                draw_half(self._canvas, rect, seat, desk, published.prompts)
            if desk.seat in self._lamps:
                place = lamp_place(self._canvas, rect)
                place = _about(rect, place) if desk.seat in self._turned else place
                self._lamp_places[desk.seat] = place, self._canvas.surface.subsurface(place).copy()
        if view is not None:
            draw_centre(self._canvas, layout, view, published.proof)
            if published.dialling:
                box = left_for_codes(self._canvas, layout, view)
                draw_commitment(self._canvas, box, published.commitment, portrait=layout.portrait)

    @contextmanager
    def _facing(self, seat: Seat, rect: Rect) -> Iterator[None]:
        """Turn everything drawn into this rectangle within the block, if the seat's player sits at the upper edge."""
        canvas = self._canvas
        touches, placed = len(canvas.touches), len(canvas.placed)
        yield
        if seat not in self._turned:
            return
        part = canvas.surface.subsurface(rect.clip(canvas.surface.get_rect()))
        part.blit(pygame.transform.flip(part, True, True), (0, 0))
        canvas.touches[touches:] = [(_about(rect, one), touch) for one, touch in canvas.touches[touches:]]
        canvas.placed[placed:] = [
            replace(one, ink=_about(rect, one.ink), box=_about(rect, one.box)) for one in canvas.placed[placed:]
        ]

    def _draw_backdrop(self, surface: pygame.Surface, before: Published, dirty: Rect) -> bool:
        """Draw the view from before the event, dimmed; it is rendered once for all pictures of an event.

        Return True if only the `dirty` rectangle was drawn, and False if the whole surface was.
        """
        if (kept := self._backdrop) is None or kept[0] is not before or kept[1].get_size() != surface.get_size():
            if self._resting is not before:
                surface.fill(palette.GROUND)
                self._draw_table(surface.get_rect(), before)
                self._canvas.begin(surface, self._canvas.scale)
            self._resting = None
            veil = pygame.Surface(surface.get_size())
            veil.set_alpha(255 - LIGHT)
            surface.blit(veil, (0, 0))
            self._backdrop = (before, surface.copy())
            return False
        surface.blit(kept[1], dirty, dirty)
        return True

    def _draw_turning(self, surface: pygame.Surface, layout: Layout, turning: RevealMotion) -> Rect:
        """Draw both cards of a reveal, and return the rectangle that they cover."""
        canvas, area, drawn = self._canvas, surface.get_rect(), Rect(0, 0, 0, 0)
        height = round(area.height * (0.36 if layout.portrait else 0.72))
        width = min(height * WIDTH // HEIGHT, layout.blue.width)
        height = width * HEIGHT // WIDTH
        angle = turning.share * math.pi
        face_up = turning.share > 0.5
        for seat in turning.seats:
            if seat.card is None:
                continue
            rect = Rect(0, 0, width, height)
            half = layout.blue if seat.seat is BLUE else layout.red
            rect.center = (half.centerx, area.centery if not layout.portrait else half.centery)
            drawn = Rect(rect) if not drawn.width else drawn.union(rect)
            if turning.share >= 1:
                with self._facing(seat.seat, rect):
                    draw_face(canvas, rect, seat.seat, seat.card)
                continue
            flat = self._flat_card(rect.size, seat, face_up)
            seen = max(2, round(width * abs(math.cos(angle))))
            narrow = pygame.transform.smoothscale(flat, (seen, height))
            if seat.seat in self._turned:
                narrow = pygame.transform.flip(narrow, True, True)
            surface.blit(narrow, narrow.get_rect(center=rect.center))
        return drawn

    def _flat_card(self, size: tuple[int, int], seat: SeatView, face_up: bool) -> pygame.Surface:
        """Return the picture of one side of a card, which is then squeezed to look turned."""
        if (kept := self._flat.get(seat.seat)) is not None and kept[0].get_size() == size and kept[1] == face_up:
            return kept[0]
        canvas, shown = self._canvas, self._canvas.surface
        flat = canvas.surface = pygame.Surface(size, pygame.SRCALPHA)
        if face_up and seat.card is not None:
            draw_face(canvas, flat.get_rect(), seat.seat, seat.card)
        else:
            draw_back(canvas, flat.get_rect(), seat.seat)
            canvas.icon(
                f"seat.{seat.seat}", flat.get_rect().center, size[0] * 0.4 / canvas.scale, palette.SEAT[seat.seat]
            )
        canvas.surface = shown
        canvas.placed.clear()
        self._flat[seat.seat] = (flat, face_up)
        return flat

    def _draw_rolling(self, surface: pygame.Surface, rolling: DieMotion) -> Rect:
        """Draw a die that bounces lower and lower; once it rests, write its face in large words.

        Return the drawn rectangle.
        """
        canvas, area = self._canvas, surface.get_rect()
        side = round(min(area.size) * (0.42 if self._turned else 0.5))
        left = 1 - rolling.share
        bounce = abs(math.cos(rolling.share * 2.5 * math.pi)) * left**2 * area.height * 0.22
        die = draw_die(rolling.rolled.die, rolling.rolled.face, side, rolling.share)
        rest = (area.centerx, round(area.height * (0.5 if self._turned else 0.42)))
        place = die.get_rect(center=(rest[0] - round(left**2 * area.width * 0.3), rest[1] - round(bounce)))
        surface.blit(die, place)
        if rolling.share < 1:
            return place.clip(area)
        words = Rect(0, 0, area.width, canvas.px(118 if rolling.rolled.decided is None else 134))
        words.midtop = (area.centerx, rest[1] + side // 2 + canvas.px(6))
        self._announce_roll(words, rolling)
        drawn = place.union(words.inflate(0, canvas.px(16)))
        if self._turned:
            opposite = Rect(0, 0, area.width, words.height)
            opposite.midbottom = (area.centerx, rest[1] - side // 2)
            self._announce_roll_opposite(opposite, rolling)
            drawn = drawn.union(opposite)
        return drawn.clip(area)

    def _announce_roll(self, box: Rect, rolling: DieMotion) -> None:
        canvas = self._canvas
        plate = Rect(0, 0, min(box.width, canvas.px(LONGEST_LINE)), box.height)
        plate.center = box.center
        canvas.frame(plate, palette.EDGE, palette.PANEL, radius=14)
        decided = rolling.rolled.decided
        words = Rect(box.x, box.y, box.width, canvas.px(80 if decided is None else 62))
        canvas.text(face_words(rolling.rolled.face), words, HUGE, bold=True, align="centre")
        key = "screen.rolled.by_hand" if rolling.rolled.by_hand else "screen.rolled"
        key = "screen.rolled.proof" if rolling.proof else key
        code = text(key, number=rolling.rolled.question + 1, code=rolling.proof)
        line = Rect(box.x, words.bottom - canvas.px(2), box.width, box.bottom - canvas.px(6) - words.bottom)
        if decided is not None:
            above = Rect(line.x, line.y, line.width, canvas.px(36))
            canvas.text(decided, above, LEAD, palette.ALERT, bold=True, align="centre")
            line = Rect(line.x, above.bottom, line.width, line.height - above.height)
        canvas.text(code, line, LEAD if decided is None else BODY, palette.QUIET, align="centre")

    def _announce_roll_opposite(self, box: Rect, rolling: DieMotion) -> None:
        """Draw the words of the roll again, upside down for a player at the upper edge."""
        canvas, shown, placed = self._canvas, self._canvas.surface, len(self._canvas.placed)
        sheet = canvas.surface = pygame.Surface(box.size, pygame.SRCALPHA)
        self._announce_roll(sheet.get_rect(), rolling)
        canvas.surface = shown
        del canvas.placed[placed:]
        shown.blit(pygame.transform.flip(sheet, True, True), box)


def _about(whole: Rect, part: Rect) -> Rect:
    """Return the rectangle of a part after the whole is turned by 180 degrees."""
    return Rect(whole.x + whole.right - part.right, whole.y + whole.bottom - part.bottom, part.width, part.height)
