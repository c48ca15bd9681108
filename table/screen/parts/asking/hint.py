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
            return ((("sign.done",), "mark"), (("sign.done",), "hold"))
        case Number():
            return ((ways, "turn"), end)
        case ChooseOne() | Roll() if len(options := options_of(prompt)) == 1:  # there is nothing to choose from
            return ((("sign.done",), "hold" if takes_hold(prompt, options[0][0]) else "confirm"),)
        case _:
            return ((ways, "choose"), end)


MORE: Step = (("sign.right",), "more")
"""The way to what is always possible. It is told where it fits."""


def draw_hint(canvas: Canvas, box: Rect, prompt: AnyPrompt, seat: Seat | None) -> None:
    """Draw the hint at the foot of the box."""
    height = canvas.px(HINT)
    x, y = box.x + canvas.px(2), box.bottom - height
    steps = steps_of(prompt)
    if sum(_width(canvas, step) for step in (*steps, MORE)) <= box.width:
        steps = (*steps, MORE)
    for buttons, word in steps:
        for button in buttons:
            key = Rect(x, y + (height - canvas.px(KEY)) // 2, canvas.px(KEY), canvas.px(KEY))
            canvas.frame(key, palette.EDGE, palette.GROUND, seat, radius=6)
            canvas.icon(button, key.center, 14, palette.QUIET)
            x = key.right + canvas.px(3)
        words = text(f"screen.hint.{word}")
        width = min(canvas.text_width(words, SMALL) + 2, box.right - x - canvas.px(4))
        canvas.text(words, Rect(x + canvas.px(3), y, width, height), SMALL, palette.QUIET)
        x += width + canvas.px(14)


def _width(canvas: Canvas, step: Step) -> int:
    buttons, word = step
    return len(buttons) * canvas.px(KEY + 3) + canvas.text_width(text(f"screen.hint.{word}"), SMALL) + 2 + canvas.px(14)
