"""The messages to the session, and its connections to the world. Everything that crosses a thread here is frozen."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct, field

import hal.events as hw
from hal.sealed import Sealed
from table.rules import fairness
from table.rules.cards import KnownCard
from table.rules.commands import Answer
from table.rules.match.commands import CallJudge
from table.rules.seats import SEATS, Seat
from table.rules.text import Text
from table.session.input import ScreenInput
from table.session.lobby.list_library import ListsRead
from table.view.published import HelperRole, PhonePlace, Published, RoundTime, ScreenRole

PlayerInput: TypeAlias = hw.PanelEvent | ScreenInput
"""An act at a panel or on the screen."""


class InputOnView(Struct, frozen=True):
    """An act, and the view on the screen at that moment. It counts only while that view's question is open."""

    act: PlayerInput
    shown: Published


class PhoneInvited(Struct, frozen=True):
    """The code for a phone is made. It encodes `address`, with the invitation's secret."""

    place: PhonePlace
    address: str


class PhoneKnocked(Struct, frozen=True):
    """A phone has read the code. It shows these two words, given by their numbers."""

    place: PhonePlace
    guest: int
    """The number of this phone, unique while the program runs."""
    words: tuple[int, int]


class PhoneLapsed(Struct, frozen=True):
    """The code expired unused."""

    place: PhonePlace


class PhoneLost(Struct, frozen=True):
    """A phone has used the code up without being accepted: its connection ended, or it was too late."""

    place: PhonePlace


class NoMoreCodes(Struct, frozen=True):
    """No code is made until the program is restarted, because too many were used up without an accepted phone."""

    place: PhonePlace


class PhoneAbsent(Struct, frozen=True):
    """An accepted phone has had no connection for some seconds. It may still reconnect by itself."""

    place: PhonePlace
    guest: int


class PhoneReturned(Struct, frozen=True):
    """An accepted phone that was absent is connected again. A code that was made meanwhile is no longer valid."""

    place: PhonePlace
    guest: int


class PhonePages(Struct, frozen=True):
    """The addresses at which phones can open their page now.

    The first is the best; without any, no phone can connect.
    """

    pages: tuple[str, ...]


class ListsChanged(Struct, frozen=True):
    """A phone has stored a list, which the lobby has to offer."""


class FarOpening(Struct, frozen=True):
    """The wish to play a list against another table."""

    system: str
    offer: str
    """The list of the own seat, as the lobby offers it."""
    code: str = ""
    """The invitation of the other table; empty to invite one."""


class PhoneActs(Struct, frozen=True):
    """An answer from a seat's phone, with the view that it showed then."""

    seat: Seat
    guest: int
    made: InputOnView


class CardChosen(Struct, frozen=True):
    """A command card was chosen on a seat's phone instead of being laid; None takes it back."""

    seat: Seat
    guest: int
    card: Sealed[str] | None


class JudgePhoneActs(Struct, frozen=True):
    """The judge's phone answers a question of this view, or calls the judge if `answer` is None."""

    guest: int
    answer: Answer | None
    shown: Published


class HelperAct(StrEnum):
    """The acts of the owner's terminal about a helper's phone."""

    INVITE = "invite"
    ACCEPT = "accept"
    AWAY = "away"


class TerminalOnPhone(Struct, frozen=True):
    """The owner's terminal requests a code for a helper's phone or a browser, accepts it, or rejects it."""

    role: HelperRole | ScreenRole
    act: HelperAct
    guest: int = 0
    """The place of the admitted phone."""


PhoneStep: TypeAlias = PhoneInvited | PhoneKnocked | PhoneLapsed | PhoneLost | NoMoreCodes | PhoneAbsent | PhoneReturned
"""A step in a phone's admission to a place, or its end."""
PhoneMessage: TypeAlias = (
    PhoneStep | PhonePages | ListsChanged | FarOpening | PhoneActs | CardChosen | JudgePhoneActs | TerminalOnPhone
)
"""Every message to the session from phones, and about them."""


class HallCallsJudge(Struct, frozen=True):
    """The hall calls a judge to this table."""


class HallSetsClock(Struct, frozen=True):
    """The hall sets the clock of its round, or removes it."""

    time: RoundTime | None


HallMessage: TypeAlias = HallCallsJudge | HallSetsClock | hw.PartFailed | hw.PartWorks
"""Every message from a hall to the session, and the faults of the table's outbox."""


class FarFrame(Struct, frozen=True):
    """A frame of the line. It is sealed: nothing on its way reads it."""

    frame: bytes


class FarOnline(Struct, frozen=True):
    """The program that carries frames has a connection to the relay, or lost it."""

    online: bool


class LineWay(Struct, frozen=True):
    """The way to the other table; without a topic there is nothing to carry."""

    url: str = ""
    topic: str = ""
    seat: Seat = Seat.BLUE


FarMessage: TypeAlias = FarFrame | FarOnline
"""Every message to the session from the line."""
FarRequest: TypeAlias = FarFrame | LineWay
"""Every request of the session to the line."""


class InvitePhone(Struct, frozen=True):
    """Make a code for a phone. It is answered by `PhoneInvited`, or by the reason why there is none."""

    place: PhonePlace
    turn: int = 0
    """The number of unused codes for this place. It selects one of several addresses."""
    keeps: bool = False
    """True if the accepted phone of this place may still come back."""
    offered: bool = False
    """True if nobody at the table asks for it. After a code that was used up, only an act at the table brings one."""


class AcceptPhone(Struct, frozen=True):
    """The phone is accepted at this place."""

    place: PhonePlace
    guest: int


class SendPhoneAway(Struct, frozen=True):
    """Remove the phone at this place, or the code for one."""

    place: PhonePlace
    keeps: bool = False
    """True if only the code ends, and the accepted phone may still come back."""


class ForgetPhones(Struct, frozen=True):
    """A new session begins, in which no phone has a place."""


class CardLies(Struct, frozen=True):
    """The seat's phone has chosen this card; None removes the card. For this seat's phone only."""

    seat: Seat
    card: Sealed[str] | None


class PhoneRefused(Struct, frozen=True):
    """The phone's answer did not count. For this phone only."""

    place: PhonePlace
    why: Text


PhoneRequest: TypeAlias = InvitePhone | AcceptPhone | SendPhoneAway | ForgetPhones | CardLies | PhoneRefused
"""Every request of the session to phones, beside the published view."""

Message: TypeAlias = (
    hw.DeviceEvent
    | Answer
    | ScreenInput
    | InputOnView
    | CallJudge
    | ListsRead
    | PhoneMessage
    | HallMessage
    | FarMessage
)
"""Every message that the session handles, one after the other, on its own thread."""


class SeatWiring(Struct, frozen=True):
    """The readers and panels of the seats, the levels at which hoppers are low, and whether there is a dispenser."""

    readers: Mapping[str, Seat]
    panels: Mapping[str, Seat]
    low: Mapping[int, int] = field(default_factory=dict)
    """The number of tokens, by hopper, at which it is shown as low."""
    dispenser: bool = False
    """True if a dispenser is configured. It is searched for until it is found, or known to be missing."""
    shared_reader: str = ""
    """The reader on which both seats lay their cards in turn; empty if each seat has its own."""
    phones_alone: bool = False
    """True if phones play both seats, without any hardware: the table offers each seat a code, and counts tokens."""
    browser_screen: bool = False
    """True if a browser is the table's screen. Its code is offered at the terminal."""

    @property
    def offered(self) -> tuple[PhonePlace, ...]:
        """Return the places that get a code by themselves as long as no phone or browser has them."""
        return (*(SEATS if self.phones_alone else ()), *(ScreenRole if self.browser_screen else ()))

    def seats_at(self, reader: str) -> tuple[Seat, ...]:
        """Return the seats that lay their cards on this reader."""
        return SEATS if reader == self.shared_reader else (self.readers[reader],)


class Ports(Struct, frozen=True):
    """The functions through which the session reaches its surroundings.

    It calls them on its own thread; they must not block.
    """

    send: Callable[[hw.DispenserRequest | hw.LampSetting], None]
    """Passes a request to its device. The device may answer with events."""
    publish: Callable[[Published], None]
    """Publishes a view. The view must not contain a secret."""
    known: Callable[[hw.Tag], KnownCard | None]
    """Returns the card of a tag, or None if the tag is not enrolled."""
    entropy: Callable[[int], bytes]
    """Returns this number of unpredictable random bytes."""
    commit: Callable[[bytes, str], str] = fairness.seal_commitment
    """Returns the commitment to salt and card, 64 hex digits.

    The leak campaign passes one that ignores the card, to see what else differs.
    """
    now_s: Callable[[], float] = lambda: 0.0
    """Returns the seconds of a monotonic clock, independent of the time of day."""
    phones: Callable[[PhoneRequest], None] | None = None
    """Passes a request to the phones; None if no seat can be played from a phone."""
    far: Callable[[FarRequest], None] | None = None
    """Passes a request to the line to another table; None if no match can be played with one."""
