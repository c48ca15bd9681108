"""What a seat's lamp says. The same for every card: it knows only what the screen shows."""

from table.choosing import Choosing
from table.desks import SeatDesk

Lamp = tuple[str, str]
TROUBLE = ("several", "unreadable", "gone")


def lamp(desk: SeatDesk, choosing: Choosing, locked: bool) -> Lamp:
    """Colour and pattern: amber for trouble, green for locked, the seat's own colour while it is asked."""
    if desk.reader in TROUBLE:
        return ("amber", "blink")
    if locked:
        return ("green", "steady")
    if choosing.sealed_card() is not None and desk.reader == "card":
        return ("white", "blink")
    if choosing.asked_keys:
        return (str(desk.seat), "pulse")
    return ("off", "steady")
