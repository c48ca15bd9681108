"""The throw of a card that is dropped while it moves: it slides on for a moment, and then rests."""

from collections import deque
from math import hypot

from msgspec import Struct

from table.rules.seats import Seat

FAST = 350.0
"""The speed of a throw in units a second. A slower card rests where it is let go."""
LATELY_S = 0.08
GLIDE_S = 0.12
"""The seconds that a thrown card slides."""
SHARE = 0.5
"""The share of the way without friction that it slides."""


class FlyingCard(Struct, frozen=True):
    key: str
    reader: Seat
    """The seat of the reader on whose antenna it was let go."""
    point: tuple[int, int]
    """The point at which it comes to rest."""
    at_s: float


class Throw:
    def __init__(self) -> None:
        self._path: deque[tuple[float, tuple[int, int]]] = deque(maxlen=8)
        self.flying: FlyingCard | None = None

    def rest(self) -> None:
        """Forget the path, because the mouse has picked up something new."""
        self._path.clear()

    def moved(self, point: tuple[int, int], now_s: float) -> None:
        self._path.append((now_s, point))

    def let_go(self, key: str, reader: Seat, point: tuple[int, int], now_s: float, scale: float) -> None:
        """Throw the card if it is fast enough. `scale` is the pixels of one unit."""
        late = [(at_s, at) for at_s, at in self._path if now_s - at_s <= LATELY_S]
        self._path.clear()
        if len(late) < 2 or late[-1][0] <= late[0][0]:
            return
        lasted_s = late[-1][0] - late[0][0]
        x, y = ((late[-1][1][axis] - late[0][1][axis]) / lasted_s for axis in (0, 1))
        if hypot(x, y) < FAST * scale:
            return
        rest = (point[0] + round(x * GLIDE_S * SHARE), point[1] + round(y * GLIDE_S * SHARE))
        self.flying = FlyingCard(key, reader, rest, now_s + GLIDE_S)

    def landed(self, now_s: float) -> FlyingCard | None:
        """Return the thrown card when it has landed, and forget it. None before that and afterwards."""
        flying = self.flying
        if flying is None or now_s < flying.at_s:
            return None
        self.flying = None
        return flying
