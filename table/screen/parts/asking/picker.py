"""All units at once as large chips, and a button with the name of the one in focus: for menu actions about any unit.

A list of as many names would need several pages.
"""

from pygame import Rect

from table.rules.prompts import AnyPrompt, ChooseOne
from table.rules.view import Piece
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.parts.army import draw_chip
from table.screen.parts.prompt import BUTTON, PromptBox
from table.session.input import Pointed

CELL, LEAST_CELL = 56, 30
"""The width of a chip in units, with the gap beside it: the largest, and the smallest."""
GAP = 4


def picked_from(prompt: AnyPrompt | None, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return the pieces from which an open standing prompt lets the player choose.

    They are in the order of its options. Without such a prompt there are none.
    """
    by_id = {piece.id: piece for piece in pieces}
    if not isinstance(prompt, ChooseOne) or not prompt.standing:
        return ()
    ids = [option.id for option in prompt.options]
    return tuple(by_id[id] for id in ids) if all(id in by_id for id in ids) else ()


def draw_picker(canvas: Canvas, box: Rect, asking: PromptBox, pieces: tuple[Piece, ...]) -> None:
    """Draw a chip for each piece, and below them the button that chooses the piece in focus."""
    button = Rect(box.x, 0, box.width, canvas.px(BUTTON))
    across, cell = _cells(canvas, box.width, box.height - button.height - canvas.px(GAP), len(pieces))
    seat, cursor = asking.seat, min(max(0, asking.focus.cursor), len(pieces) - 1)
    for index, piece in enumerate(pieces):
        place = Rect(box.x + index % across * cell, box.y + index // across * cell, cell, cell)
        if index == cursor:
            canvas.plate(Rect(place.x, place.y, cell - canvas.px(1), cell - canvas.px(1)), palette.INK, seat, radius=9)
        if seat is not None:
            draw_chip(canvas, Rect(place.x, place.y, cell, cell).inflate(-canvas.px(5), -canvas.px(5)), piece, seat)
        canvas.touchable(place, Pointed(seat, asking.prompt.key, index))
    button.y = box.y + -(-len(pieces) // across) * cell + canvas.px(GAP)
    asking.draw_choice(button, cursor)


def _cells(canvas: Canvas, width: int, height: int, count: int) -> tuple[int, int]:
    """Return the number of chips in a row and their distance in pixels.

    All of them fit, as large as possible.
    """
    for cell in range(canvas.px(CELL), canvas.px(LEAST_CELL), -1):
        across = max(1, width // cell)
        if -(-count // across) * cell <= height:
            return across, cell
    return max(1, width // canvas.px(LEAST_CELL)), canvas.px(LEAST_CELL)
