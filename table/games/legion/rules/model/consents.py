"""A seat asks the other one to agree to something, which is told here as a frozen value."""

from msgspec import Struct

from table.rules.seats import Seat
from table.rules.text import Text


class Consent(Struct, frozen=True):
    """An answer that counts only if the opponent agrees."""

    seat: Seat
    """The seat that gave the answer."""
    key: str
    """The key of the question that it answers."""
    value: str | int | None
    what: Text
    """This would happen, in words."""
