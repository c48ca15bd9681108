"""The secrets by which phones come in: an invitation once, within a minute; a phone that has a seat at any time."""

from collections.abc import Callable
from dataclasses import dataclass

from table.devices.phones.keys import SECRET_BYTES, secret_id
from table.rules.seats import Seat

VALID_S = 60.0
"""The seconds for which a code is good, and then those in which the seat may say that a phone is its own."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A secret that is in a code on the screen."""

    seat: Seat
    secret: bytes
    until_s: float


@dataclass(frozen=True, slots=True)
class SeatGrant:
    """A phone that has a seat, or may get it once the seat says so."""

    seat: Seat
    guest: int
    secret: bytes
    """The secret with which it comes back."""
    accepted: bool = False
    until_s: float = 0.0
    """The time until which it waits to be accepted."""


class Guests:
    """The phones that may come in. One thread only."""

    def __init__(self, entropy: Callable[[int], bytes], now_s: Callable[[], float]) -> None:
        self._entropy, self._now_s = entropy, now_s
        self._invited: dict[bytes, Invitation] = {}
        self._grants: dict[Seat, SeatGrant] = {}
        self._last = 0

    def invite(self, seat: Seat) -> Invitation:
        """Return an invitation to a seat, which ends whatever else this seat had."""
        self.forget(seat)
        made = Invitation(seat, self._entropy(SECRET_BYTES), self._now_s() + VALID_S)
        self._invited[secret_id(made.secret)] = made
        return made

    def known(self, name: bytes) -> Invitation | SeatGrant | None:
        """Return whose secret has this name, if it still counts."""
        invited = self._invited.get(name)
        if invited is not None:
            return invited if self._now_s() < invited.until_s else None
        return next((one for one in self._grants.values() if one.accepted and secret_id(one.secret) == name), None)

    def proved(self, by: Invitation | SeatGrant, next_secret: bytes) -> SeatGrant | None:
        """Take a phone that has proved to know a secret, which uses an invitation up; None if it counts no more."""
        if isinstance(by, SeatGrant):
            return by if self._grants.get(by.seat) == by else None
        if self._invited.pop(secret_id(by.secret), None) is None or self._now_s() >= by.until_s:
            return None
        self._last += 1
        grant = SeatGrant(by.seat, self._last, next_secret, until_s=self._now_s() + VALID_S)
        self._grants[by.seat] = grant
        return grant

    def accept(self, seat: Seat, guest: int) -> SeatGrant | None:
        """Let this phone have the seat, from now on; None if it is not there any more."""
        grant = self._grants.get(seat)
        if grant is None or grant.guest != guest:
            return None
        accepted = SeatGrant(seat, guest, grant.secret, accepted=True)
        self._grants[seat] = accepted
        return accepted

    def grant(self, seat: Seat) -> SeatGrant | None:
        """Return the phone of a seat."""
        return self._grants.get(seat)

    def forget(self, seat: Seat) -> None:
        """Let no phone have this seat, and no invitation to it count."""
        self._grants.pop(seat, None)
        self._invited = {name: one for name, one in self._invited.items() if one.seat is not seat}

    def lapsed(self) -> tuple[Seat, ...]:
        """Forget the seats whose time is over, and return them."""
        now_s = self._now_s()
        over = [one.seat for one in self._invited.values() if now_s >= one.until_s]
        over += [one.seat for one in self._grants.values() if not one.accepted and now_s >= one.until_s]
        for seat in over:
            self.forget(seat)
        return tuple(over)

    def next_s(self) -> float | None:
        """Return when something lapses next, or None."""
        due = [one.until_s for one in self._invited.values()]
        return min((*due, *(one.until_s for one in self._grants.values() if not one.accepted)), default=None)
