"""The panel for both seats outside a round: to begin a match, to resume one, and at its end."""

from pygame import Rect

from table.rules.prompts import AnyPrompt, ChooseOne
from table.rules.view import View
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.layout import Layout
from table.screen.drawing.typefaces import BODY, LEAD, SMALL
from table.screen.parts.asked import focus_on, pointed_at, shown_prompt
from table.screen.parts.asking.hint import HINT, draw_hint
from table.screen.parts.asking.standing_prompt import draw_standing_prompts
from table.screen.parts.prompt import PromptBox
from table.view.published import Published

ASK_SIZES = ((LEAD, 3), (BODY, 0), (SMALL, 0))
"""The sizes of a question, each with its allowed number of lines. The last one is the smallest."""
LEAST_ANSWER = 90
"""The height in units that stays for the answer below a long question."""


def shared_prompt(published: Published) -> AnyPrompt | None:
    """Return the prompt for both seats, if both have the focus in it; otherwise None."""
    shown = {shown_prompt(published.prompts, desk) for desk in published.desks}
    prompt = shown.pop() if len(shown) == 1 else None
    return prompt if prompt is not None and prompt.seat is None else None


def draw_shared(canvas: Canvas, layout: Layout, prompt: AnyPrompt, published: Published) -> None:
    """Draw the shared panel. Either seat may answer; each has its mark beside the line with its focus."""
    body, desks = layout.body, published.desks
    canvas.plate(body, palette.PANEL)
    pad = canvas.px(16)
    box = body.inflate(-2 * pad, -2 * pad)
    box.height -= draw_standing_prompts(canvas, box, published, portrait=layout.portrait)
    if published.view is not None:
        box = _draw_history(canvas, box, published.view, published, layout.portrait, isinstance(prompt, ChooseOne))
    width = box.width - _draw_way_on(canvas, box, prompt, published.prompts)
    size, lines = _size_of_ask(canvas, prompt, width, box.height - canvas.px(LEAST_ANSWER))
    ask = Rect(box.x, box.y, width, canvas.high(size, lines))
    canvas.text(prompt.ask, ask, size, bold=True, lines=lines)
    rest = Rect(box.x, ask.bottom + canvas.px(8), box.width, box.bottom - ask.bottom - canvas.px(8))
    desk = next((one for one in desks if one.focus is not None and one.focus.prompt == prompt.key), desks[0])
    answers = PromptBox(canvas, prompt, focus_on(prompt, desk), None, desk, desks)
    hinted = Rect(rest.x, rest.y, rest.width, rest.height - canvas.px(HINT + 4))
    yields = answers.fits(rest) and not answers.fits(hinted)  # the hint yields to the last answer
    if not yields and draw_hint(canvas, rest, prompt, None):
        rest = hinted
    answers.draw(rest)


def _size_of_ask(canvas: Canvas, prompt: AnyPrompt, width: int, room: int) -> tuple[float, int]:
    """Return the type size and the lines of the complete question. It is never cut."""
    for size, most in (*ASK_SIZES, (canvas.least, 0)):
        lines = canvas.lines_of(prompt.ask, width, size, bold=True)
        if lines <= most or canvas.high(size, lines) <= room:
            return size, lines
    return size, lines


def _draw_way_on(canvas: Canvas, box: Rect, prompt: AnyPrompt, prompts: tuple[AnyPrompt, ...]) -> int:
    """Draw the icon for the next question to both seats, and return the width that it takes."""
    asked = [one for one in prompts if one.seat is None and not one.standing]
    if len(asked) < 2 or prompt not in asked:
        return 0
    side = canvas.px(44)
    more = Rect(box.right - side, box.y, side, canvas.px(36))
    canvas.plate(more, palette.RAISED, radius=8)
    canvas.icon("sign.more", more.center, 20, palette.INK)
    canvas.touchable(more, pointed_at(asked[(asked.index(prompt) + 1) % len(asked)], None))
    return side + canvas.px(8)


def _draw_history(canvas: Canvas, box: Rect, view: View, published: Published, portrait: bool, choice: bool) -> Rect:
    """Draw how the match ended on one side, and return the rest of the box: larger if there is a list to read."""
    from table.screen.parts.match_end import CHAIN, draw_chain, draw_match_end

    score, chain = published.score, published.chain
    if portrait:
        share = 14 if chain else 10 if choice else 13
        tale = Rect(box.x, box.y, box.width, box.height * share // 20)
        draw_match_end(canvas, tale, view, score, chain, published.players)
        return Rect(box.x, tale.bottom, box.width, box.height - tale.height)
    width = box.width * 12 // 20
    tale = Rect(box.x, box.y, width - canvas.px(20), box.height)
    draw_match_end(canvas, tale, view, score, "", published.players)
    rest = Rect(box.x + width, box.y, box.width - width, box.height)
    if chain:
        rest.height -= canvas.px(CHAIN)
        draw_chain(canvas, Rect(rest.x, rest.bottom, rest.width, canvas.px(CHAIN)), chain)
    return rest
