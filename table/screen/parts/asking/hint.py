"""The hint below a question: the panel's three buttons, and what each of them does."""

from pygame import Rect

from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, Roll, SealedCard, takes_hold
from table.rules.seats import Seat
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import SMALL
from table.screen.parts.asked import options_of

HINT = 30
KEY = 24
BETWEEN = 14
"""The width in units from the end of one step to the next."""

Step = tuple[tuple[str, ...], str]
"""The icons of the buttons, and the word for what they do."""


def steps_of(prompt: AnyPrompt) -> tuple[Step, ...]:
    ways = ("sign.left", "sign.right")
    end = (("sign.done",), "hold" if prompt.hold else "confirm")
    match prompt:
        case SealedCard():
            return ((("sign.card",), "lay"), (("sign.done",), "hold"))
        case Confirm():
            return (end,)
        case ChooseSome():
            return ((("sign.done",), "mark"),)
        case Number():
            return ((ways, "turn"), end)
        case ChooseOne() | Roll() if len(options := options_of(prompt)) == 1:  # there is nothing to choose from
            return ((("sign.done",), "hold" if takes_hold(prompt, options[0][0]) else "confirm"),)
        case _:
            return ((ways, "choose"), end)


MORE: Step = (("sign.right",), "more")
"""The hint at the actions that are always possible, drawn where it fits."""


def draw_hint(canvas: Canvas, box: Rect, prompt: AnyPrompt, seat: Seat | None) -> bool:
    """Draw the hint at the foot of the box, and return True; draw nothing if its steps do not fit the width."""
    height = canvas.px(HINT)
    if isinstance(prompt, ChooseOne) and prompt.named:
        line = Rect(box.x, box.bottom - height, box.width, height)
        canvas.text(text("player.type"), line, SMALL, palette.QUIET, minor=True)
        return True
    x, y = box.x + canvas.px(2), box.bottom - height
    steps = steps_of(prompt)
    if not _fit(canvas, box, steps):
        return False
    if _fit(canvas, box, (*steps, MORE)):
        steps = (*steps, MORE)
    for buttons, word in steps:
        for button in buttons:
            key = Rect(x, y + (height - canvas.px(KEY)) // 2, canvas.px(KEY), canvas.px(KEY))
            canvas.frame(key, palette.EDGE, palette.GROUND, seat, radius=6)
            canvas.icon(button, key.center, 14, palette.QUIET)
            x = key.right + canvas.px(3)
        words = text(f"screen.hint.{word}")
        width = canvas.text_width(words, SMALL) + 2
        canvas.text(words, Rect(x + canvas.px(3), y, width, height), SMALL, palette.QUIET)
        x += width + canvas.px(BETWEEN)
    return True


def _fit(canvas: Canvas, box: Rect, steps: tuple[Step, ...]) -> bool:
    """True if these steps fit the width of the box."""
    return sum(_width(canvas, step) for step in steps) <= box.width


def _width(canvas: Canvas, step: Step) -> int:
    buttons, word = step
    words = canvas.text_width(text(f"screen.hint.{word}"), SMALL) + 2 + canvas.px(BETWEEN)
    return len(buttons) * (canvas.px(KEY) + canvas.px(3)) + words
