"""Forged frames and secrets, each tried at a host of its own: does any of them count?"""

import base64
import random
from collections.abc import Callable
from types import MappingProxyType

from lab.campaigns.leak.outlets import SAYINGS
from lab.campaigns.phone.trial_phone import ScriptedPhone
from table.devices.phones.invitations import VALID_S
from table.devices.phones.line import PhoneLine
from table.devices.phones.phone_host import PhoneHost
from table.devices.phones.phone_keys import KeyPair, hello
from table.devices.phones.phone_views import PhoneViews
from table.devices.phones.screen_mirror import ScreenMirror
from table.devices.phones.wishes import SetupWish
from table.emulation.virtual_table import seeded_entropy
from table.records.two_tables.sealing import Sealer
from table.rules.errors import InputError, ProgramError
from table.rules.seats import BLUE, RED
from table.session.ports import (
    AcceptPhone,
    CardChosen,
    InvitePhone,
    JudgePhoneActs,
    PhoneActs,
    PhoneInvited,
    PhoneKnocked,
    PhoneMessage,
    SendPhoneAway,
)
from table.view.published import Desk, HelperRole, PhonePlace, Published, ReaderState, ScreenRole
from table.view.seat_frames import UP_BYTES

ACT = b'{"card":"stolen","call":true,"wish":{"act":"backup"},"act":{"kind":"key_down","key":"s"}}'
"""The message that would count if a forged frame did, at any place of a phone."""
EMPTY = Published("", None, (), (Desk(BLUE, ReaderState.EMPTY), Desk(RED, ReaderState.EMPTY)))
"""The view of the host's table."""
PLACES: tuple[PhonePlace, ...] = (BLUE, HelperRole.JUDGE, HelperRole.SETUP, ScreenRole.SCREEN)
"""The places of the attacked phones: a seat, the judge's, the owner's, and the browser that is the screen."""


class NoCodeError(ProgramError):
    """The host makes no code any more."""


class AttackedHost:
    """A host without a session that has accepted one phone. Time passes only where an attack advances it."""

    def __init__(self, seed: int, place: PhonePlace = BLUE) -> None:
        self.place = place
        self.wishes: list[SetupWish] = []
        self.mirror = ScreenMirror()
        self._at_screen = 0
        self.rng = random.Random(seed)
        self.now_s = 0.0
        self.entropy = seeded_entropy(seed)
        self.received: list[PhoneMessage] = []
        teller = PhoneViews(SAYINGS, lambda: None)
        self.host = PhoneHost(
            self.received.append,
            teller,
            lambda _: ("",),
            lambda: self.now_s,
            self.entropy,
            lambda _guest, _language, wish: self.wishes.append(wish),
            self.mirror,
        )
        self.host.publish(EMPTY)
        self.used = self.invited()
        line, phone = self.comes(self.used)
        self.host.request(AcceptPhone(self.place, 1))
        self.sends(line, phone.answer())
        if phone.keys is None:
            raise ValueError("the phone was not let in")
        self.secret = phone.keys.next_secret
        self.old_frames: list[bytes] = []

    def acts(self) -> int:
        """Return the number of received acts of a phone."""
        received = sum(isinstance(each, CardChosen | PhoneActs | JudgePhoneActs) for each in self.received)
        self._at_screen += len(tuple(self.mirror.acts()))
        return received + len(self.wishes) + self._at_screen

    def forget(self) -> None:
        """Forget all received messages."""
        self.received.clear()
        self.wishes.clear()
        self.acts()
        self._at_screen = 0

    def invited(self) -> bytes:
        """Return the secret of a new code. Raises NoCodeError if the host makes none."""
        before = len(self.received)
        self.host.request(InvitePhone(self.place))
        self.host.step()
        invited = [each for each in self.received[before:] if isinstance(each, PhoneInvited)]
        if not invited:
            raise NoCodeError(f"the host made no code for {self.place}")
        return base64.urlsafe_b64decode(invited[-1].address.partition("#")[2] + "==")

    def comes(self, secret: bytes) -> tuple[PhoneLine, ScriptedPhone]:
        """Connect a phone with this secret, as far as the host admits it."""
        line, phone = self.host.joined(), ScriptedPhone(secret, self.entropy)
        self.sends(line, phone.hello(), phone)
        return line, phone

    def sends(self, line: PhoneLine, frame: bytes, phone: ScriptedPhone | None = None) -> bool:
        """Send a frame to the host, pass the answer to the phone, and send the phone's replies.

        Return False if the host closes the connection.
        """
        try:
            answer = self.host.take(line, frame)
            if answer and phone is not None:
                return all(self.sends(line, each, phone) for each in phone.receive(answer))
        except InputError:
            self.host.left(line)
            return False
        return True


def own(host: AttackedHost) -> None:
    """Act from the phone that has the seat."""
    line, phone = host.comes(host.secret)
    phone.queue(ACT)
    host.sends(line, phone.answer())


def changed(host: AttackedHost) -> None:
    """Change one bit of the phone's next frame."""
    line, phone = host.comes(host.secret)
    phone.queue(ACT)
    frame = bytearray(phone.answer())
    frame[host.rng.randrange(len(frame))] ^= 1 << host.rng.randrange(8)
    host.sends(line, bytes(frame))


def cut(host: AttackedHost) -> None:
    """Shorten the phone's next frame, or lengthen it."""
    line, phone = host.comes(host.secret)
    phone.queue(ACT)
    frame = phone.answer()
    host.sends(line, frame[: host.rng.randrange(UP_BYTES)] if host.rng.random() < 0.5 else frame + b"\0")


def skipped(host: AttackedHost) -> None:
    """Hold back a frame, and send the one after it."""
    line, phone = host.comes(host.secret)
    phone.answer()
    phone.queue(ACT)
    host.sends(line, phone.answer())


def stale(host: AttackedHost) -> None:
    """Repeat a frame of another connection of the same phone, in which it acted."""
    other, phone = host.comes(host.secret)
    phone.queue(ACT)
    frame = phone.answer()
    host.sends(other, frame)
    host.forget()  # the phone's own act does not count
    line, _ = host.comes(host.secret)
    host.sends(line, frame)


def repeated(host: AttackedHost) -> None:
    """Repeat a frame that was accepted before."""
    line, phone = host.comes(host.secret)
    phone.queue(ACT)
    frame = phone.answer()
    host.sends(line, frame)
    host.forget()
    host.sends(line, frame)


def reflected(host: AttackedHost) -> None:
    """Send a frame sealed with the key of the other direction."""
    line, phone = host.comes(host.secret)
    if phone.keys is None:
        raise ValueError("the phone was not let in")
    phone.queue(ACT)
    sealer = Sealer(phone.keys.to_phone)
    for _ in range(2):
        frame = sealer.seal(phone.carried())
    host.sends(line, frame)


def without_key(host: AttackedHost) -> None:
    """Send a frame sealed with a made-up key."""
    line, phone = host.comes(host.secret)
    phone.queue(ACT)
    sealer = Sealer(host.rng.randbytes(32))
    sealer.seal(b"")
    host.sends(line, sealer.seal(phone.carried()))


def noise(host: AttackedHost) -> None:
    """Send random bytes."""
    host.sends(host.host.joined(), host.rng.randbytes(UP_BYTES))


def guessed(host: AttackedHost) -> None:
    """Join with a made-up secret."""
    _acts(host, host.rng.randbytes(16))


def used(host: AttackedHost) -> None:
    """Join with the secret of a code that has admitted a phone before."""
    _acts(host, host.used)


def replayed_beginning(host: AttackedHost) -> None:
    """Repeat all frames of a phone from its first one on."""
    phone, line = ScriptedPhone(host.secret, host.entropy), host.host.joined()
    frames = [phone.hello()]
    for _ in range(2):
        frames += phone.receive(host.host.take(line, frames[-1]))
    phone.queue(ACT)
    frames.append(phone.answer())
    for each in frames[1:]:
        host.sends(line, each)
    host.forget()
    again = host.host.joined()
    for each in frames:
        if not host.sends(again, each):
            return


def another_key(host: AttackedHost) -> None:
    """Show another key than the committed one, as a man in the middle would."""
    bound, other = KeyPair("phone", host.entropy), KeyPair("phone", host.entropy)
    line = host.host.joined()
    if host.sends(line, hello(host.secret, bound.commitment).ljust(UP_BYTES, b"\0")):
        host.sends(line, other.opening.ljust(UP_BYTES, b"\0"))
        host.sends(line, Sealer(host.rng.randbytes(32)).seal(bytes(UP_BYTES - 24)))


def too_late(host: AttackedHost) -> None:
    """Join with an expired code, or with a withdrawn one."""
    secret = host.invited()
    if host.rng.random() < 0.5:
        host.now_s += VALID_S + host.rng.random()
    else:
        host.host.request(SendPhoneAway(host.place))
    _acts(host, secret)


def unaccepted(host: AttackedHost) -> None:
    """Act before the seat has confirmed the phone, after reading its code first."""
    _acts(host, host.invited())


ATTACKS: MappingProxyType[str, Callable[[AttackedHost], None]] = MappingProxyType(
    {
        each.__name__: each
        for each in (
            changed, cut, skipped, stale, repeated, reflected, without_key, noise, guessed, used, replayed_beginning,
            another_key, too_late, unaccepted,
        )
    }
)  # fmt: skip
ENDS_THE_PHONE = (too_late, unaccepted)
"""These attacks ask for a new code, by which the accepted phone loses its seat."""


def _acts(host: AttackedHost, secret: bytes) -> None:
    line, phone = host.comes(secret)
    host.received[:] = [each for each in host.received if not isinstance(each, PhoneKnocked | PhoneInvited)]
    if phone.keys is not None:
        phone.queue(ACT)
        host.sends(line, phone.answer())
