"""The title of a seat: its player and its army, as far as they have names."""

from table.rules.seats import Seat
from table.rules.text import Text, text


def seat_title(seat: Seat, player: str, side: str) -> Text | str:
    """Return the names of the player and of the army. A seat without either is called by its colour."""
    if player and side:
        return text("player.side", player=player, side=side)
    return player or side or text(f"screen.seat.{seat}")
