"""The code for a phone, over a seat's half, and the icon of a phone that has the seat."""

from pygame import Rect

from table.rules.seats import Seat
from table.rules.text import text
from table.screen.drawing import palette
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.qr import draw_qr
from table.screen.drawing.typefaces import SMALL
from table.session.input import Touched
from table.view.published import PHONE_AWAY, PHONE_INVITE, PhoneState, SeatPhone

VALID_S = 60
"""The seconds for which a code is valid, for the words on the screen (`devices/phones/invitations.py`)."""
_SCAN = text("screen.phone.scan", seconds=VALID_S)
SIGN = 34
"""The width in units of the sign in a half's title."""


def shows_code(phone: SeatPhone | None) -> bool:
    """True while the seat's half is covered by a valid code for a phone, or by the reason why there is none."""
    return phone is not None and (phone.state is PhoneState.INVITED or phone.words is not None)


def draw_phone_code(canvas: Canvas, box: Rect, seat: Seat, phone: SeatPhone | None) -> bool:
    """Draw the code over a whole half while it is valid; a touch removes it, or asks for one in place of a used one.

    Return False if there is no code.
    """
    if phone is None or not shows_code(phone):
        return False
    line = phone.words or _SCAN
    size, lines, height = canvas.least, 1, 0
    for size in (SMALL, canvas.least):
        lines = canvas.lines_of(line, box.width, size)
        if (height := canvas.high(size, lines)) <= box.height // 3:
            break
    if not phone.address:
        canvas.text(line, box, size, align="centre", lines=lines)
        if phone.state is PhoneState.USED_UP:
            canvas.touchable(box, Touched(seat, PHONE_INVITE))
        return True
    words = Rect(box.x, box.bottom - height, box.width, height)
    draw_qr(canvas.surface, Rect(box.x, box.y, box.width, words.y - box.y), address_in(phone, canvas.words.language))
    canvas.text(line, words, size, align="centre", lines=lines)
    canvas.touchable(box, Touched(seat, PHONE_AWAY))
    return True


def address_in(phone: SeatPhone, language: str) -> str:
    """Return the address in the code, with the screen's language, in which the phone shows its two words."""
    page, hash_sign, secret = phone.address.partition("#")
    return f"{page}?lang={language}{hash_sign}{secret}"


def draw_phone_sign(canvas: Canvas, title: Rect, aside: int, phone: SeatPhone | None) -> int:
    """Draw the icon of a phone that has the seat, left of the `aside` pixels taken at the right.

    Return the taken pixels.
    """
    if phone is None or phone.state is not PhoneState.HELD:
        return aside
    width = canvas.px(SIGN)
    canvas.icon("sign.phone", (title.right - max(aside, canvas.px(10)) - width // 2, title.centery), 24, palette.INK)
    return max(aside, canvas.px(10)) + width
