"""The phones of the seats, as the session knows them: asked for, invited, knocking, held. Nothing of it is journalled.

A seat asks for a code by holding, and says by holding that the phone which has read it is its own. Any press at its
panel takes the seat back. After a restart no seat has a phone.
"""

from collections.abc import Callable
from dataclasses import dataclass

from table.rules.commands import Answer
from table.rules.match.judge import GO_ON
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Option
from table.rules.seats import SEATS, Seat
from table.rules.text import text
from table.session.ports import (
    AcceptPhone,
    ForgetPhones,
    InvitePhone,
    PhoneInvited,
    PhoneKnocked,
    PhoneLapsed,
    PhoneRequest,
    SendPhoneAway,
)
from table.view.published import PHONE_AWAY, PhoneState, SeatPhone

INVITE, ACCEPT, AWAY = "phone.invite", "phone.accept", PHONE_AWAY
OF_PHONES = (INVITE, ACCEPT, AWAY)
"""The keys of the prompts about phones. No phone answers them."""
RULE = "TB-120"
NO, YES = "no", "yes"
WORDS = 64
"""The number of words in the list of which both show two."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A phone on its way to a seat, or at it."""

    state: PhoneState
    address: str = ""
    guest: int = 0
    words: tuple[int, int] = (0, 0)


class SeatPhones:
    """The phone of each seat. The session's thread only."""

    def __init__(self, send: Callable[[PhoneRequest], None] | None) -> None:
        """`send` passes requests to the phones; without it there are none, and nobody is asked about any."""
        self._send = send
        self._ways: dict[Seat, _Way] = {}

    def begin(self) -> None:
        """Let whatever phones there were before this session know that they have no seat."""
        self._request(ForgetPhones())

    def around(self, prompts: tuple[AnyPrompt, ...], *, playing: bool) -> tuple[AnyPrompt, ...]:
        """Return these prompts with those about phones, in a match, and while no judge has the table."""
        if self._send is None or not playing or any(prompt.key == GO_ON for prompt in prompts):
            return prompts
        first = tuple(_accept(seat, way.words) for seat, way in self._ways.items() if way.state is PhoneState.KNOCKING)
        return (*first, *prompts, *(_aside(seat, self._ways.get(seat)) for seat in SEATS))

    def asks(self, answer: Answer) -> bool:
        """True if it answers one of the prompts about phones."""
        return self._send is not None and answer.prompt in OF_PHONES

    def answered(self, answer: Answer) -> None:
        """Take an answer. One whose question is gone changes nothing."""
        way = self._ways.get(answer.seat)
        if answer.prompt == INVITE and way is None:
            self._ways[answer.seat] = _Way(PhoneState.ASKED)
            self._request(InvitePhone(answer.seat))
        elif answer.prompt == ACCEPT and way is not None and way.state is PhoneState.KNOCKING:
            if answer.value == YES:
                self._ways[answer.seat] = _Way(PhoneState.HELD, guest=way.guest)
                self._request(AcceptPhone(answer.seat, way.guest))
            else:
                self._away(answer.seat)
        elif answer.prompt == AWAY and way is not None:
            self._away(answer.seat)

    def hears(self, message: PhoneInvited | PhoneKnocked | PhoneLapsed) -> None:
        """Take what the phones say of their way to a seat."""
        way = self._ways.get(message.seat)
        state = None if way is None else way.state
        match message:
            case PhoneInvited(seat, address) if state is PhoneState.ASKED:
                self._ways[seat] = _Way(PhoneState.INVITED, address)
            case PhoneKnocked(seat, guest, words) if state is PhoneState.INVITED:
                self._ways[seat] = _Way(PhoneState.KNOCKING, guest=guest, words=words)
            case PhoneLapsed(seat) if state in (PhoneState.ASKED, PhoneState.INVITED, PhoneState.KNOCKING):
                del self._ways[seat]
            case PhoneInvited() | PhoneKnocked() if state is not PhoneState.HELD:
                self._away(message.seat)  # the seat has thought otherwise meanwhile

    def pressed(self, seat: Seat) -> bool:
        """Take the seat back at a press of its panel. Return True if that was all: it put the code away."""
        way = self._ways.get(seat)
        if way is None or way.state is PhoneState.KNOCKING:
            return False
        self._away(seat)
        return way.state is PhoneState.INVITED

    def holds(self, seat: Seat, guest: int) -> bool:
        """True if this phone has the seat."""
        way = self._ways.get(seat)
        return way is not None and way.state is PhoneState.HELD and way.guest == guest

    def shown(self, seat: Seat) -> SeatPhone | None:
        """Return what is published of the seat's phone."""
        way = self._ways.get(seat)
        return None if way is None else SeatPhone(way.state, way.address)

    def tell(self, request: PhoneRequest) -> None:
        """Tell a seat's phone something, if there are phones."""
        self._request(request)

    def _away(self, seat: Seat) -> None:
        self._ways.pop(seat, None)
        self._request(SendPhoneAway(seat))

    def _request(self, request: PhoneRequest) -> None:
        if self._send is not None:
            self._send(request)


def _accept(seat: Seat, words: tuple[int, int]) -> AnyPrompt:
    first, second = (text(f"phone.word.{number % WORDS:02}") for number in words)
    options = tuple(Option(word, text(f"phone.accept.{word}")) for word in (NO, YES))
    ask = text(ACCEPT, first=first, second=second)
    return ChooseOne(key=ACCEPT, seat=seat, ask=ask, rule=RULE, options=options, hold=True)


def _aside(seat: Seat, way: _Way | None) -> AnyPrompt:
    """Return what is asked about a seat's phone beside all else. A code that nobody has used is put away by a press."""
    key, unused = INVITE if way is None else AWAY, way is not None and way.state is PhoneState.INVITED
    return Confirm(key=key, seat=seat, ask=text(key), rule=RULE, standing=True, setting=True, hold=not unused)
