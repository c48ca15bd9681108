"""The standing prompts, which are always possible: one line at the foot of a seat's half or of the shared panel.

A touch opens it, or CONFIRM if the seat's focus is there.
"""

from pygame import Rect

from table.rules.prompts import AnyPrompt, Confirm
from table.rules.seats import RED, Seat
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import SMALL
from table.screen.parts.prompt import asked_of, pointed_at, resting_on
from table.screen.touch import Touch
from table.session.focus import CLOSED
from table.session.input import Pointed, Touched
from table.view.published import Published

LID, ARROW = 42, 44
"""The height of the line, and the width of the arrows to the next and the previous prompt, in units."""


def draw_standing_prompts(canvas: Canvas, box: Rect, published: Published, *, portrait: bool) -> int:
    """Draw the standing prompts of the shared panel, one for each seat or one for both, and return their height."""
    prompts, gap, rest = published.prompts, canvas.px(8), Rect(box)
    shared = all(prompt.seat is None for prompt in prompts if prompt.standing)
    beside = not shared and not portrait
    for desk in published.desks if portrait else reversed(published.desks):
        mine = asked_of(prompts, desk.seat)
        first = next((prompt for prompt in mine if prompt.standing), None)
        if first is None or (shared and desk.seat is RED):
            continue
        rests = [resting_on(prompts, one) for one in (published.desks if shared else (desk,))]
        here = next((prompt for prompt in rests if prompt is not None), None)
        place = Rect(rest)
        if beside:
            place.width = (box.width - gap) // 2
            place.right = box.right if desk.seat is RED else place.right
        height = draw_standing_prompt(
            canvas, place, here or first, mine, None if shared else desk.seat, here=here is not None
        )
        rest.height -= 0 if beside and desk.seat is RED else height
    taken = box.height - rest.height
    return taken + gap if taken else 0


def draw_standing_prompt(
    canvas: Canvas, box: Rect, prompt: AnyPrompt, mine: tuple[AnyPrompt, ...], seat: Seat | None, *, here: bool = True
) -> int:
    """Draw a standing prompt at the foot of the box, and return the height that it takes.

    `here`: the seat's focus is there.
    """
    height = canvas.px(LID)
    line = Rect(box.x, box.bottom - height, box.width, height)
    standing = [one for one in mine if one.standing]
    at = [one.key for one in standing].index(prompt.key)
    if len(standing) > 1:
        for sign, step, x in (("left", -1, line.x), ("right", 1, line.right - canvas.px(ARROW))):
            arrow = Rect(x, line.y, canvas.px(ARROW), line.height)
            canvas.plate(arrow, palette.RAISED, seat, radius=8)
            canvas.icon(f"sign.{sign}", arrow.center, 18, palette.INK)
            canvas.touchable(arrow, Pointed(seat, standing[(at + step) % len(standing)].key, CLOSED))
        line = line.inflate(-2 * canvas.px(ARROW + 4), 0)
    colour = palette.EDGE if not here else palette.INK if seat is None else palette.SEAT[seat]
    canvas.frame(line, colour, palette.PANEL, seat, radius=8)
    ask = text("screen.hold", action=prompt.ask) if isinstance(prompt, Confirm) and prompt.hold else prompt.ask
    canvas.text(ask, line.inflate(-canvas.px(16), -canvas.px(2)), SMALL, palette.INK, align="centre", lines=2)
    canvas.touchable(line, _opened(prompt, seat))
    return height + canvas.px(4)


def _opened(prompt: AnyPrompt, seat: Seat | None) -> Touch:
    """Return the touch for the line. A prompt with a single answer is answered at once."""
    if isinstance(prompt, Confirm):
        return Touched(prompt.seat and seat, prompt.key, None, prompt.hold)
    return pointed_at(prompt, seat)
