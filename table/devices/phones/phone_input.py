"""The messages of phones and of the screen's browser: answers, a card, a call, a wish, an act. Others are refused."""

import msgspec
from msgspec import UNSET, Struct, UnsetType

from table.devices.phones.wishes import SetupWish
from table.rules.errors import InputError
from table.rules.prompts import Value
from table.rules.seats import Seat
from table.view.screen_acts import ScreenAct

MOST_LETTERS = 200
"""The most letters of a word, and the most words of an answer."""


class NoMessageError(InputError, ValueError):
    """A phone sent an invalid message."""


class PhoneAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a question of a view that the phone got."""

    view: int
    """The number of the view in which the question stood."""
    key: str
    value: str | int | tuple[str, ...] | None = None
    seat: Seat | None = None
    """The seat for which a judge answers, if the question is one seat's."""


class PhoneInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A message of a phone."""

    lang: str | None = None
    answer: PhoneAnswer | None = None
    card: str | UnsetType | None = UNSET
    """The card that it chooses, or None to take it back."""
    call: bool = False
    """True if it calls the judge."""
    wish: SetupWish | None = None
    """The request of the owner's phone."""
    act: ScreenAct | None = None
    """An act at the browser that is the table's screen."""
    drew: int | None = None
    """The number of the picture that this browser has drawn."""


_DECODER = msgspec.json.Decoder(PhoneInput)


def read_input(message: bytes) -> PhoneInput:
    """Return the message of a phone. Raises NoMessageError."""
    try:
        received = _DECODER.decode(message)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise NoMessageError(f"invalid message of a phone: {error}") from error
    if received.answer is not None and not _short(received.answer.value):
        raise NoMessageError("a phone's answer is longer than any")
    return received


def _short(value: Value) -> bool:
    if isinstance(value, tuple):
        return len(value) <= MOST_LETTERS and all(len(each) <= MOST_LETTERS for each in value)
    return not isinstance(value, str) or len(value) <= MOST_LETTERS
