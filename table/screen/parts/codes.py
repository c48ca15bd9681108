"""The codes with which players check the table: 26 letters and a QR code each, to copy before they matter.

The commitment is in the centre until both numbers are dialled. `F5`, or a touch on the short code of the chance, opens
a panel with all codes.
"""

from pygame import Rect

from table.rules.shown_codes import GROUP, grouped, letters_of
from table.rules.text import Text, text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.qr import draw_qr
from table.screen.drawing.typefaces import BODY, FINE, LEAD
from table.screen.touch import Recalled
from table.view.published import Published

PAD, HEAD, ROW, GAP = 20, 58, 34, 12
LINES = 3
"""The lines of a code of six groups."""
NARROW = 22
"""The height in units of a line in the centre."""


def draw_commitment(canvas: Canvas, box: Rect, commitment: str, *, portrait: bool) -> None:
    """Draw the whole commitment into the centre's box, before the first roll."""
    row = canvas.px(NARROW)
    side = min(box.width, box.height)
    if portrait:
        place = Rect(box.right - side, box.y, side, side)
        top, words = box.y + (box.height - LINES * row) // 2, Rect(box.x, 0, place.x - box.x - canvas.px(GAP), row)
    else:
        side = min(side, box.height - LINES * row)
        place = Rect(box.x, box.bottom - LINES * row - side, box.width, side)
        top, words = place.bottom, Rect(box.x, 0, box.width, row)
    draw_qr(canvas.surface, place, letters_of(commitment))
    for index, line in enumerate(_lines(commitment)):
        words.y = top + index * row
        align = "right" if portrait else "centre"
        canvas.text(line, words, FINE, palette.INK, bold=True, align=align, minor=True)
    canvas.touchable(box, Recalled("codes"))


def draw_codes(canvas: Canvas, area: Rect, published: Published) -> Rect:
    """Draw the panel with all available codes, and return its rectangle."""
    shown = _codes(published)
    pad = canvas.px(PAD)
    box = area.inflate(-2 * canvas.px(GAP), -2 * canvas.px(GAP))
    canvas.frame(box, palette.EDGE, palette.PANEL, radius=14)
    inner = box.inflate(-2 * pad, -2 * pad)
    foot = Rect(inner.x, inner.bottom - canvas.px(HEAD), inner.width, canvas.px(HEAD))
    canvas.text(text("screen.codes.use"), foot, BODY, palette.QUIET, lines=2)
    height = (foot.y - inner.y) // max(1, len(shown))
    for index, (title, digest) in enumerate(shown):
        part = Rect(inner.x, inner.y + index * height, inner.width, height - canvas.px(GAP))
        _draw_code(canvas, part, title, digest)
    return box


def _draw_code(canvas: Canvas, box: Rect, title: Text, digest: str) -> None:
    side = min(box.height, box.width * 2 // 5)
    drawn = draw_qr(canvas.surface, Rect(box.right - side, box.y, side, box.height), letters_of(digest))
    width, head, row = drawn.x - canvas.px(GAP) - box.x, canvas.px(HEAD), canvas.px(ROW)
    canvas.text(title, Rect(box.x, box.y, width, head), BODY, palette.QUIET, lines=2)
    for index, line in enumerate(_lines(digest)):
        canvas.text(line, Rect(box.x, box.y + head + index * row, width, row), LEAD, palette.INK, bold=True)


def _codes(published: Published) -> tuple[tuple[Text, str], ...]:
    """Return the available codes: of the chance, of the cards of the last reveal, and of the end of a match's file."""
    known = (
        ("screen.codes.chance", published.commitment),
        ("screen.codes.locked", published.locked if not published.chain else ""),
        ("screen.codes.end", published.chain),
    )
    return tuple((text(key), digest) for key, digest in known if digest)


def _lines(digest: str) -> tuple[str, ...]:
    """Return the code in three lines of two groups."""
    letters, length = grouped(digest), 2 * (GROUP + 1)
    return tuple(letters[at : at + length].strip() for at in range(0, LINES * length, length))
