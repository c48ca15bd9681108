"""A prompt with its legal answers, the seat's focus in it, and the places to touch."""

from collections.abc import Sequence

from pygame import Rect

from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, Roll, SealedCard, Value, takes_hold
from table.rules.seats import Seat
from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY, LEAD, SMALL
from table.screen.parts.asked import focus_on, options_of, unheld_of
from table.screen.parts.command_card import TROUBLES
from table.screen.parts.points import draw_offered, offered
from table.session.input import Marked, Pointed, Touched
from table.view.published import Desk, Focus, ReaderState

ROW = 36
"""The height of an option in units: a finger's breadth on a 7-inch display."""
SHARED_ROW, LEAST_SHARED_ROW = 52, 36
"""The height of an option in units in a list for both seats: the largest, and the smallest."""
ASIDE = 14
"""The width in units beside a row's words, without an icon."""
ICON, MARK = 28, 27
"""The width in units of a row's icon, and of the box for its mark."""
SEATS_ASIDE = 74
"""The width in units of a tick and of both seats' icons, in a row for both seats."""
MOST_LINES = 9
"""The most lines of an option that is a whole sentence."""
BUTTON, LONE = 42, 50
"""The height in units of a button, and of a single button."""
SEALING, DIAL = 100, 76
"""The least height in units of the place for a lock, and of a dial."""
MOST_DIAL = 190
MOST_ROW, GAP = 200, 3
"""The height in units of the highest possible row, and of the gap between two rows."""
SCROLL = 36
"""The width in units of the buttons that turn the pages of a long list, also a finger's breadth."""


class PromptBox:
    """Draws one prompt in one box. `seat` is the seat of its half.

    If both seats are asked, `seat` is None and `both` are their desks.
    """

    def __init__(
        self,
        canvas: Canvas,
        prompt: AnyPrompt,
        focus: Focus,
        seat: Seat | None,
        desk: Desk | None,
        both: tuple[Desk, ...] = (),
    ) -> None:
        self.canvas, self.prompt, self.focus, self.seat, self.desk, self.both = canvas, prompt, focus, seat, desk, both
        self.colour = palette.SEAT[seat] if seat is not None else palette.INK
        self.row, self.size = (SHARED_ROW, LEAD) if both else (ROW, BODY)

    def draw(self, box: Rect) -> None:
        prompt = self.prompt
        if isinstance(prompt, ChooseSome):
            self._draw_some(box, prompt)
        elif isinstance(prompt, ChooseOne) and prompt.moment and len(prompt.options) == 1:
            (only,) = prompt.options
            held = takes_hold(prompt, only.id)
            self._draw_button(self._middle(box), only.label, only.id, hold=held)
        elif isinstance(prompt, ChooseOne | Roll):
            self._draw_rows(box, options_of(prompt))
        elif isinstance(prompt, Number):
            self._draw_number(box, prompt)
        elif isinstance(prompt, SealedCard):
            self._draw_sealing(box)
        elif isinstance(prompt, Confirm):
            label = self.canvas.words.button(prompt.ask) or text("screen.confirm")
            self._draw_button(self._middle(box), label, None)

    @property
    def one_button(self) -> bool:
        """True if the answer is a single button."""
        prompt = self.prompt
        return isinstance(prompt, Confirm) or (
            isinstance(prompt, ChooseOne) and prompt.moment and len(prompt.options) == 1
        )

    def height(self, width: int, most: int) -> int:
        """Return the least height of the answers in pixels, counting at most this many rows of a list.

        It does not depend on the focus.
        """
        canvas, prompt = self.canvas, self.prompt
        match prompt:
            case SealedCard():
                return canvas.px(SEALING)
            case Number():
                return canvas.px(DIAL + BUTTON)
            case _ if self.one_button:
                return canvas.px(LONE)
            case _:
                pass
        marks = isinstance(prompt, ChooseSome)
        options = options_of(prompt)
        scrolled = canvas.px(SCROLL + 4) if len(options) > most else 0
        row = canvas.px(min(self.row, LEAST_SHARED_ROW) if self.both else self.row)
        _, heights = self._rows(width - scrolled, canvas.px(MOST_ROW), options, row, marks)
        return sum(sorted(heights)[-most:]) - canvas.px(GAP) + (canvas.px(BUTTON) + canvas.px(GAP) if marks else 0)

    def fits(self, box: Rect) -> bool:
        """True if all answers fit in the box at once."""
        return self.height(box.width, len(options_of(self.prompt))) <= box.height

    @property
    def _here(self) -> bool:
        """True if the seat's focus is in this prompt, and not in a standing one."""
        return self.desk is None or self.desk.focus is None or self.desk.focus.prompt == self.prompt.key

    def _middle(self, box: Rect) -> Rect:
        """Return the rectangle of a single button: in the middle of a shared panel, else where a list begins."""
        height = min(box.height, self.canvas.px(BUTTON * 1.5 if self.both else LONE))
        return Rect(box.x, box.y + (box.height - height) // 2 if self.both else box.y, box.width, height)

    def _draw_button(
        self,
        rect: Rect,
        label: Text,
        value: Value,
        *,
        ready: bool = True,
        hold: bool | None = None,
        filled: bool = True,
    ) -> None:
        """Draw a button: filled, or outlined beside a list in which CONFIRM marks a row."""
        canvas, held = self.canvas, self.prompt.hold if hold is None else hold
        ground = self.colour if ready and self._here else palette.RAISED
        ink = palette.QUIET if not ready else palette.GROUND if self._here and filled else palette.INK
        if filled:
            canvas.plate(rect, ground, self.seat)
        else:
            canvas.frame(rect, ground, palette.PANEL, self.seat)
        words = text("screen.hold", action=label) if held else label
        side = canvas.px(26)
        inner = Rect(rect.x + canvas.px(14) + side, rect.y, rect.width - canvas.px(22) - side, rect.height)
        if canvas.fits(words, inner, BODY, bold=True, lines=2):
            canvas.icon("sign.done", (rect.x + canvas.px(24), rect.centery), 22, ink)
        else:
            inner = rect.inflate(-canvas.px(12), 0)
        canvas.text(words, inner, BODY, ink, bold=True, align="centre", lines=2)
        if ready:
            canvas.touchable(rect, Touched(self.seat, self.prompt.key, value, held))

    def draw_choice(self, rect: Rect, cursor: int) -> None:
        """Draw a button that names the option at the cursor, and chooses it."""
        value, label, _ = unheld_of(self.prompt)[cursor]
        self._draw_button(rect, label, value, hold=takes_hold(self.prompt, value))

    def _draw_rows(self, box: Rect, options: tuple[tuple[Value, Text, str], ...], marks: bool = False) -> None:
        canvas, row = self.canvas, self.canvas.px(self.row)
        if self.both:
            row = min(row, max(canvas.px(LEAST_SHARED_ROW), box.height // max(1, len(options))))
        room = box.height + canvas.px(GAP)  # nothing is drawn in the gap below the last row
        size, heights = self._rows(box.width, room, options, row, marks)
        if self.both and sum(heights) > room:
            row = canvas.px(LEAST_SHARED_ROW)
            size, heights = self._rows(box.width, room, options, row, marks)
        hidden, cursor = sum(heights) > room, min(max(0, self.focus.cursor), len(options) - 1)
        first, after, aside = 0, len(options), 0
        for across in (1, 2) if hidden else ():  # beside a single row the two buttons stand next to each other
            aside = canvas.px(SCROLL * across + 4)
            size, heights = self._rows(box.width - aside, room, options, row, marks)
            first, after = window_of(heights, room, cursor)
            if after - first > 1:
                break
        width, y = box.width - aside, box.y
        for index in range(first, after):
            value, label, icon = options[index]
            rect = Rect(box.x, y, width, heights[index] - canvas.px(GAP))
            self._draw_row(rect, index, value, label, icon, size, marks)
            y += heights[index]
        if hidden:
            track = Rect(box.x + width + canvas.px(4), box.y, aside - canvas.px(4), y - box.y - canvas.px(GAP))
            self._draw_scroll(track, (first, after), len(options), pages_of(heights, room, cursor))

    def _rows(
        self, width: int, most: int, options: tuple[tuple[Value, Text, str], ...], row: int, marks: bool
    ) -> tuple[float, list[int]]:
        """Return the common type size of rows of this width, and the height of each."""
        aside = ASIDE + MARK * marks + ICON * any(icon for _, _, icon in options) + SEATS_ASIDE * bool(self.both)
        room, labels = width - self.canvas.px(aside), [label for _, label, _ in options]
        size = type_of(self.canvas, labels, room, self.size)
        return size, heights_of(self.canvas, labels, room, size, row, most)

    def _draw_row(self, rect: Rect, index: int, value: Value, label: Text, icon: str, size: float, marks: bool) -> None:
        canvas = self.canvas
        seats = tuple(desk.seat for desk in self.both if focus_on(self.prompt, desk).cursor == index)
        here = bool(seats) if self.both else index == self.focus.cursor
        marked = marks and value in self.focus.marked
        open_to = marked or not isinstance(self.prompt, ChooseSome) or value in self.prompt.addable(self.focus.marked)
        canvas.plate(rect, self.colour if here else palette.RAISED, self.seat, radius=8)
        ink = palette.GROUND if here else palette.INK if open_to else palette.QUIET
        x = rect.x + canvas.px(8)
        if marks:
            box = Rect(x, 0, canvas.px(20), canvas.px(20))
            box.centery = rect.centery
            canvas.frame(box, ink, palette.SEAT[self.seat] if here and self.seat else palette.RAISED, radius=4)
            if marked:
                canvas.icon("sign.done", box.center, 18, ink)
            x = box.right + canvas.px(7)
        if icon:
            canvas.icon(icon, (x + canvas.px(11), rect.centery), 22, ink)
            x += canvas.px(ICON)
        ticked = here and not marks and (self.both or canvas.text_width(label, size) <= rect.right - canvas.px(28) - x)
        end = canvas.px(28) if ticked else canvas.px(6)
        if ticked:
            canvas.icon("sign.done", (rect.right - canvas.px(17), rect.centery), 19, ink)
        for seat in reversed(seats):
            end += canvas.icon(
                f"seat.{seat}", (rect.right - end - canvas.px(12), rect.centery), 22, palette.DEEP[seat]
            ).width + canvas.px(4)
        room = Rect(x, rect.y, rect.right - end - x, rect.height)
        canvas.text(label, room, size, ink, lines=MOST_LINES)
        if marks:
            canvas.touchable(rect, Marked(self.seat, self.prompt.key, str(value)))
        else:
            canvas.touchable(rect, Touched(self.seat, self.prompt.key, value, takes_hold(self.prompt, value)))

    def _draw_scroll(self, track: Rect, window: tuple[int, int], total: int, pages: tuple[int, int]) -> None:
        """Draw a button for a page up, one for a page down, and between them the position in the list.

        `window` is the first row shown and the one after the last; `pages` are the cursors of a page up and down.
        """
        canvas, (first, after) = self.canvas, window
        shown = after - first
        side = min(canvas.px(ROW), track.height if shown == 1 else track.height * 2 // 5)
        up = Rect(track.x, track.y, canvas.px(SCROLL), side)
        down = Rect(track.right - canvas.px(SCROLL), track.bottom - side, canvas.px(SCROLL), side)
        for place, sign, hidden, page in (
            (up, "sign.up", first > 0, pages[0]),
            (down, "sign.down", after < total, pages[1]),
        ):
            canvas.plate(place, palette.RAISED if hidden else palette.GROUND, self.seat, radius=8)
            canvas.icon(sign, place.center, 20, palette.INK if hidden else palette.EDGE)
            canvas.touchable(place, Pointed(self.seat, self.prompt.key, page))
        if shown == 1:
            return
        bar = Rect(track.centerx - canvas.px(3), up.bottom + canvas.px(4), canvas.px(6), 0)
        bar.height = max(canvas.px(2), down.y - canvas.px(4) - bar.y)
        canvas.surface.fill(palette.RAISED, bar)
        height = max(canvas.px(4), bar.height * shown // total)
        top = bar.y + (bar.height - height) * first // max(1, total - shown)
        canvas.surface.fill(self.colour, Rect(bar.x, top, bar.width, height))

    def _draw_some(self, box: Rect, prompt: ChooseSome) -> None:
        canvas = self.canvas
        button = Rect(box.x, box.y, box.width, canvas.px(BUTTON))
        top = button.bottom + canvas.px(GAP)
        rows = Rect(box.x, top, box.width, box.bottom - top)
        self._draw_rows(rows, options_of(prompt), marks=True)
        marked = tuple(option.id for option in prompt.options if option.id in self.focus.marked)
        label = text("screen.marked", count=len(marked), most=prompt.most)
        self._draw_button(button, label, marked, ready=prompt.accepts(marked), hold=True, filled=False)

    def _draw_number(self, box: Rect, prompt: Number) -> None:
        canvas = self.canvas
        number = min(max(prompt.least, self.focus.cursor), prompt.most)
        if offered(prompt, number):
            draw_offered(canvas, box, prompt, number, self.seat)
            return
        button = Rect(box.x, box.bottom - canvas.px(BUTTON), box.width, canvas.px(BUTTON))
        room = Rect(box.x, box.y, box.width, button.top - box.y - canvas.px(6))
        dial = Rect(box.x, 0, box.width, min(room.height, canvas.px(MOST_DIAL)))
        dial.centery = room.centery
        digits = len(str(prompt.most))
        width = min(canvas.px(64), dial.width // digits)
        left = dial.centerx - width * digits // 2
        for place in range(digits):
            worth = 10 ** (digits - 1 - place)
            wheel = Rect(left + place * width, dial.y, width - canvas.px(4), dial.height)
            canvas.plate(wheel, palette.RAISED, self.seat)
            arrow = min(canvas.px(30), wheel.height // 4)
            digit = wheel.inflate(0, -2 * arrow)
            size = min(54.0, digit.height / canvas.scale * 0.85)
            canvas.text(str(number // worth % 10), digit, size, self.colour, bold=True, align="centre")
            canvas.icon("sign.up", (wheel.centerx, wheel.y + arrow // 2), 20, palette.QUIET)
            canvas.icon("sign.down", (wheel.centerx, wheel.bottom - arrow // 2), 20, palette.QUIET)
            half = wheel.height // 2
            more, less = min(prompt.most, number + worth), max(prompt.least, number - worth)
            canvas.touchable(Rect(wheel.x, wheel.y, wheel.width, half), Pointed(self.seat, prompt.key, more))
            canvas.touchable(
                Rect(wheel.x, wheel.y + half, wheel.width, wheel.height - half), Pointed(self.seat, prompt.key, less)
            )
        own = prompt.untouched if number == prompt.first else None
        self._draw_button(button, own or text("screen.confirm"), number)

    def _draw_sealing(self, box: Rect) -> None:
        """Draw the button that locks a card, and above it news about the card.

        The question already asks for a card.
        """
        canvas, desk = self.canvas, self.desk
        ready = desk is not None and desk.reader is ReaderState.CARD
        height = min(canvas.px(BUTTON * 1.3), round(box.height * 0.4))
        button = Rect(box.x, box.bottom - height, box.width, height)
        words = Rect(box.x, box.y, box.width, button.top - box.y - canvas.px(4))
        if desk is not None and desk.reader in TROUBLES:
            canvas.text(text(f"screen.reader.{desk.reader}"), words, LEAD, palette.ALERT, lines=3)
        elif ready and (desk is None or desk.note is None):
            canvas.text(text("screen.sealing.ready"), words, LEAD, lines=3)
        self._draw_button(button, text("screen.lock"), None, ready=ready, hold=True)


def type_of(canvas: Canvas, labels: Sequence[Text], width: int, size: float) -> float:
    """Return the common type size of all rows: this one if every label fits on a line of this width, else SMALL."""
    return size if all(canvas.text_width(label, size) <= width for label in labels) else SMALL


def heights_of(canvas: Canvas, labels: Sequence[Text], width: int, size: float, row: int, most: int) -> list[int]:
    """Return the height in pixels of each row: `row` for one line, more for a longer label, at most `most`."""
    broken = (canvas.lines_of(label, width, size) for label in labels)
    return [row if lines == 1 else max(row, min(most, canvas.high(size, lines))) for lines in broken]


def window_of(heights: Sequence[int], room: int, cursor: int) -> tuple[int, int]:
    """Return the first row that is shown and the one after the last: as many as there is room for around the cursor."""
    first, after, left = cursor, cursor + 1, room - heights[cursor]
    while True:
        above = first > 0 and heights[first - 1] <= left
        below = after < len(heights) and heights[after] <= left
        if not above and not below:
            return first, after
        if above and (not below or cursor - first <= after - 1 - cursor):
            first, left = first - 1, left - heights[first - 1]
        else:
            after, left = after + 1, left - heights[after]


def pages_of(heights: Sequence[int], room: int, cursor: int) -> tuple[int, int]:
    """Return the cursors of one page up and one page down. No row is skipped, whatever the rows' heights."""
    first, after = window_of(heights, room, cursor)
    shown, last = after - first, len(heights) - 1
    up, down = max(0, cursor - shown), min(last, cursor + shown)
    if window_of(heights, room, up)[1] < first:
        up = max(0, first - 1)
    if window_of(heights, room, down)[0] > after:
        down = min(last, after)
    return up, down
