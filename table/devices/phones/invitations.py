"""The secrets by which phones log in. An invitation works once, within a minute; an accepted phone's secret always.

One greeting uses an invitation up: a second one would give an attacker between phone and table a second guess at the
two words. After a greeting that led to no accepted phone, only an act at the table brings another code for that place,
and after MOST_SPENT of them in an evening no code is made. They are counted on the disk.
"""

from collections.abc import Callable

from msgspec import Struct

from table.devices.phones.phone_keys import SECRET_BYTES, secret_id
from table.devices.phones.spent_codes import SpentCodes
from table.view.published import PhonePlace

MOST_SPENT = 16
"""The most codes of one evening that may be used up without an accepted phone, for all places together.

Each is one guess for a person between phone and table: together they succeed with a probability of 1 in 256.
"""
VALID_S = 60.0
"""The seconds for which a code is valid, and those within which its phone must then be admitted."""


class Invitation(Struct, frozen=True):
    """A secret that is in a code on the screen."""

    place: PhonePlace
    secret: bytes
    until_s: float


class PhoneGrant(Struct, frozen=True):
    """A phone that has a place, or waits for consent to get it."""

    place: PhonePlace
    guest: int
    secret: bytes
    """The secret with which it reconnects."""
    accepted: bool = False
    until_s: float = 0.0
    """The time until which it waits to be accepted."""


class Guests:
    """The phones that may connect. One thread only."""

    def __init__(self, entropy: Callable[[int], bytes], now_s: Callable[[], float], spent: SpentCodes) -> None:
        self._entropy, self._now_s, self._spent = entropy, now_s, spent
        self._invited: dict[bytes, Invitation] = {}
        self._greeted: set[bytes] = set()
        self._used_up: set[PhonePlace] = set()
        """The places for which a phone has greeted the last code without being accepted."""
        self._grants: dict[PhonePlace, PhoneGrant] = {}
        """The accepted phones."""
        self._knocking: dict[PhonePlace, PhoneGrant] = {}
        self._last = 0

    def invite(self, place: PhonePlace, *, keeps: bool = False, offered: bool = False) -> Invitation | None:
        """Return an invitation to a place, which replaces its phone or code; None after too many failed ones.

        With `keeps`, the accepted phone may reconnect until another one is accepted. Nobody at the table requested an
        `offered` one: it is None if the last code was used up.
        """
        self.forget(place, keeps=keeps)
        if self.exhausted or (offered and self.used_up(place)):
            return None
        self._used_up.discard(place)
        made = Invitation(place, self._entropy(SECRET_BYTES), self._now_s() + VALID_S)
        self._invited[secret_id(made.secret)] = made
        return made

    @property
    def exhausted(self) -> bool:
        """True if too many codes were used up for another one."""
        return len(self._spent) >= MOST_SPENT

    def used_up(self, place: PhonePlace) -> bool:
        """True if a phone has greeted the last code of this place without being accepted."""
        return place in self._used_up

    def greeted(self, name: bytes) -> Invitation | PhoneGrant | None:
        """Take a greeting with the secret of this name, and return the secret's owner; None if it has expired."""
        if (invited := self._invited.get(name)) is not None:
            if name in self._greeted or self._now_s() >= invited.until_s:
                return None
            self.use_up(invited)
            return invited
        return next((one for one in self._grants.values() if secret_id(one.secret) == name), None)

    def use_up(self, invited: Invitation) -> None:
        """Mark this invitation as used, so that no other greeting can use it."""
        self._greeted.add(secret_id(invited.secret))
        self._used_up.add(invited.place)
        self._spent.add()

    def waits_for(self, by: Invitation) -> bool:
        """True if a phone has greeted with this invitation, but has not yet proved that it knows the secret."""
        return secret_id(by.secret) in self._greeted

    def proved(self, by: Invitation | PhoneGrant, next_secret: bytes) -> PhoneGrant | None:
        """Register a phone that has proved its secret, and return its grant; None if that has expired."""
        if isinstance(by, PhoneGrant):
            return by if self._grants.get(by.place) == by else None
        name = secret_id(by.secret)
        self._greeted.discard(name)
        if self._invited.pop(name, None) is None or self._now_s() >= by.until_s:
            return None
        self._last += 1
        grant = PhoneGrant(by.place, self._last, next_secret, until_s=self._now_s() + VALID_S)
        self._knocking[by.place] = grant
        return grant

    def accept(self, place: PhonePlace, guest: int) -> PhoneGrant | None:
        """Give the place to this phone, and return its grant; None if the phone is gone."""
        if (grant := self._knocking.get(place)) is None or grant.guest != guest:
            return None
        del self._knocking[place]
        accepted = PhoneGrant(place, guest, grant.secret, accepted=True)
        self._grants[place] = accepted
        self._used_up.discard(place)
        self._spent.take_back()
        return accepted

    def accepted(self, place: PhonePlace) -> PhoneGrant | None:
        """Return the accepted phone of a place."""
        return self._grants.get(place)

    def knocks(self, grant: PhoneGrant) -> bool:
        """True if this phone waits to be accepted."""
        return self._knocking.get(grant.place) == grant

    def forget(self, place: PhonePlace, *, keeps: bool = False) -> None:
        """Remove the place's phone and invitation. With `keeps`, the accepted phone stays."""
        if not keeps:
            self._grants.pop(place, None)
        self._knocking.pop(place, None)
        self._invited = {name: one for name, one in self._invited.items() if one.place is not place}
        self._greeted &= self._invited.keys()

    def lapsed(self) -> tuple[PhonePlace, ...]:
        """Forget the codes and waiting phones whose time is over, and return their places."""
        now_s = self._now_s()
        over = [one.place for one in self._invited.values() if now_s >= one.until_s]
        over += [one.place for one in self._knocking.values() if now_s >= one.until_s]
        for place in over:
            self.forget(place, keeps=True)
        return tuple(over)

    def next_s(self) -> float | None:
        """Return when something lapses next, or None."""
        due = [one.until_s for one in self._invited.values()]
        return min((*due, *(one.until_s for one in self._knocking.values())), default=None)
