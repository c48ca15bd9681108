"""The icons of chores: they do not interrupt play, cover no question, and open at a touch.

Both seats share the tokens to return; tokens to take by hand belong to one seat.
"""

from pygame import Rect

from table.rules.match.payouts import HAND
from table.rules.prompts import AnyPrompt
from table.rules.seats import Seat
from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY
from table.screen.parts.asked import asked_of, pointed_at

FINGER = 44
"""The width in units of the icon's touch area."""
ICON = 27
"""The width in units of the icon for a single token. It has no count, because the card's name needs the room."""


def draw_chores(canvas: Canvas, row: Rect, seat: Seat, prompts: tuple[AnyPrompt, ...]) -> int:
    """Draw the icons at the right end of a half's title row, and return the width that they take."""
    inset, right = canvas.px(3), row.right
    for chore in (prompt for prompt in asked_of(prompts, seat) if prompt.chore):
        count = "" if chore.chore == 1 else str(chore.chore)
        width = canvas.px(ICON) + (canvas.text_width(count, BODY, bold=True) + canvas.px(4) if count else 0)
        box = Rect(right - inset - width, row.y + inset, width, row.height - 2 * inset)
        canvas.plate(box, palette.RAISED, seat, radius=8)
        sign = "sign.take" if _is_taken(chore) else "sign.giveback"
        canvas.icon(sign, (box.x + canvas.px(ICON / 2), box.centery), 19, palette.ALERT)
        number = Rect(box.x + canvas.px(ICON - 1), box.y, box.width - canvas.px(ICON + 1), box.height)
        canvas.text(count, number, BODY, palette.ALERT, bold=True)
        finger = max(box.width, canvas.px(FINGER))
        canvas.touchable(Rect(right - finger, row.y, finger, row.height), pointed_at(chore, seat))
        right = box.x - inset
    return row.right - right


def words_of_chore(chore: AnyPrompt) -> Text:
    """Return the short words for its closed line, which has no room for the list of tokens and hoppers."""
    return chore.ask if _is_taken(chore) else text("screen.chore", count=chore.chore)


def _is_taken(chore: AnyPrompt) -> bool:
    return chore.key.startswith(HAND)
