"""The phones of the seats and of helpers, as the session knows them: asked for, invited, knocking, held.

A seat asks for a code by holding, and says by holding that the phone which has read it is its own. Any press at its
panel takes the seat back. A helper's code is asked for at the owner's terminal, or at a seat once a judge was called;
whoever asked says that the phone is the helper's. Nothing of it is journalled: after a restart there is no phone.
"""

from collections.abc import Callable
from typing import assert_never

from msgspec import Struct

from table.rules.commands import Answer
from table.rules.match.judge import GO_ON
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Option
from table.rules.seats import SEATS, Seat
from table.rules.text import text
from table.session.ports import (
    AcceptPhone,
    ForgetPhones,
    HelperAct,
    InvitePhone,
    NoMoreCodes,
    PhoneInvited,
    PhoneKnocked,
    PhoneLapsed,
    PhoneLost,
    PhoneRequest,
    PhoneStep,
    SendPhoneAway,
    TerminalOnPhone,
)
from table.view.published import AWAY_HELPER, PHONE_AWAY, HelperRole, Notice, PhonePlace, PhoneState, SeatPhone

INVITE, ACCEPT, AWAY = "phone.invite", "phone.accept", PHONE_AWAY
INVITE_JUDGE, ACCEPT_JUDGE = "phone.judge.invite", "phone.judge.accept"
OF_PHONES = (INVITE, ACCEPT, AWAY, INVITE_JUDGE, ACCEPT_JUDGE, *AWAY_HELPER.values())
"""The keys of the prompts about phones. No phone answers them."""
RULE, HELPERS_RULE = "TB-120", "TB-123"
NO, YES = "no", "yes"
WORDS = 64
"""The number of words in the list. Screen and phone show two of them."""


class PhoneWay(Struct, frozen=True):
    """A phone on its way to a place, or at it."""

    state: PhoneState
    at: Seat | None = None
    """The seat that has the code on its half and answers about it; None: the owner's terminal."""
    address: str = ""
    guest: int = 0
    words: tuple[int, int] = (0, 0)


class PhoneWays:
    """The phone of each place. The session's thread only, `helper` excepted."""

    def __init__(self, send: Callable[[PhoneRequest], None] | None) -> None:
        """`send` passes requests to the phones; without it there are no phones and no prompts about them."""
        self._send = send
        self._ways: dict[PhonePlace, PhoneWay] = {}

    def begin(self) -> None:
        """Tell the phones of an earlier session that they have no place."""
        self.request(ForgetPhones())

    def around(self, prompts: tuple[AnyPrompt, ...]) -> tuple[AnyPrompt, ...]:
        """Return these prompts with those about phones: while a judge has the table, with those about helpers alone."""
        if self._send is None:
            return prompts
        knocking = [place for place, way in self._ways.items() if way.state is PhoneState.KNOCKING]
        helpers = tuple(_away_helper(role) for role in HelperRole if role in self._ways)
        if any(prompt.key == GO_ON for prompt in prompts):
            first = tuple(self._accept(place) for place in knocking if place is HelperRole.JUDGE)
            invites = () if HelperRole.JUDGE in self._ways else tuple(_invite_judge(seat) for seat in SEATS)
            return (*(each for each in first if each is not None), *prompts, *invites, *helpers)
        asked = (self._accept(place) for place in knocking)
        aside = (_aside(seat, self._ways.get(seat)) for seat in SEATS)
        return (*(each for each in asked if each is not None), *prompts, *aside, *helpers)

    def asks(self, answer: Answer) -> bool:
        """True if it answers one of the prompts about phones."""
        return self._send is not None and answer.prompt in OF_PHONES

    def take(self, answer: Answer) -> None:
        """Carry out an answer. An answer to a closed question changes nothing."""
        seat, key, yes = answer.seat, answer.prompt, answer.value == YES
        if key in (INVITE, INVITE_JUDGE):
            self._invite(seat if key == INVITE else HelperRole.JUDGE, seat)
        elif key in (ACCEPT, ACCEPT_JUDGE):
            self._decided(seat if key == ACCEPT else HelperRole.JUDGE, seat, yes=yes)
        else:
            place = seat if key == AWAY else next(role for role in HelperRole if AWAY_HELPER[role] == key)
            if place in self._ways:
                self._away(place)

    def handle_terminal(self, request: TerminalOnPhone) -> None:
        """Carry out a request of the owner's terminal. A new code ends the old one, or the phone at this place."""
        way = self._ways.get(request.role)
        match request.act:
            case HelperAct.INVITE:
                if way is not None:
                    self._away(request.role)
                self._invite(request.role, None)
            case HelperAct.ACCEPT:
                if way is not None and way.guest == request.guest:
                    self._decided(request.role, None, yes=True)
            case HelperAct.AWAY:
                self._away(request.role)
            case _:
                assert_never(request.act)

    def handle(self, message: PhoneStep) -> Notice | None:
        """Handle a phone's step on its way to a place. Return the notice for the seat that gets no phone."""
        way = self._ways.get(message.place)
        state, at = (None, None) if way is None else (way.state, way.at)
        match message:
            case PhoneInvited(place, address) if state is PhoneState.ASKED:
                self._ways[place] = PhoneWay(PhoneState.INVITED, at, address)
            case PhoneKnocked(place, guest, words) if state is PhoneState.INVITED:
                self._ways[place] = PhoneWay(PhoneState.KNOCKING, at, guest=guest, words=words)
            case PhoneLapsed(place) if state in (PhoneState.ASKED, PhoneState.INVITED, PhoneState.KNOCKING):
                del self._ways[place]
            case PhoneLost(place) if state in (PhoneState.INVITED, PhoneState.KNOCKING):
                del self._ways[place]
                return None if at is None else Notice(at, text("phone.lost"), _rule(place))
            case NoMoreCodes(place) if state is PhoneState.ASKED:
                del self._ways[place]
                return None if at is None else Notice(at, text("phone.no_more_codes"), _rule(place))
            case PhoneInvited() | PhoneKnocked() if state is not PhoneState.HELD:
                self._away(message.place)  # whoever asked has thought otherwise meanwhile
        return None

    def pressed(self, seat: Seat) -> bool:
        """Give the seat back to its panel, which was pressed. Return True if the press only removed a code."""
        judges = self._ways.get(HelperRole.JUDGE)
        if judges is not None and judges.at is seat and judges.state is PhoneState.INVITED:
            self._away(HelperRole.JUDGE)
            return True
        way = self._ways.get(seat)
        if way is None or way.state is PhoneState.KNOCKING:
            return False
        self._away(seat)
        return way.state is PhoneState.INVITED

    def holds(self, place: PhonePlace, guest: int | None = None) -> bool:
        """True if this phone has the place; without a number, if any phone has it."""
        way = self._ways.get(place)
        return way is not None and way.state is PhoneState.HELD and guest in (None, way.guest)

    def shown(self, seat: Seat) -> SeatPhone | None:
        """Return the published state of the seat's phone, or of the judge's while its code is on that half."""
        way, judges = self._ways.get(seat), self._ways.get(HelperRole.JUDGE)
        if judges is not None and judges.at is seat and judges.state is PhoneState.INVITED:
            way = judges
        return None if way is None else SeatPhone(way.state, way.address)

    @property
    def helpers(self) -> tuple[HelperRole, ...]:
        """Return the helpers with an accepted phone."""
        return tuple(role for role in HelperRole if self.holds(role))

    def helper(self, role: HelperRole) -> PhoneWay | None:
        """Return the state of a helper's phone. Any thread: the returned value is frozen."""
        return self._ways.get(role)

    def _invite(self, place: PhonePlace, at: Seat | None) -> None:
        if self._send is not None and place not in self._ways:
            self._ways[place] = PhoneWay(PhoneState.ASKED, at)
            self.request(InvitePhone(place))

    def _decided(self, place: PhonePlace, at: Seat | None, *, yes: bool) -> None:
        """Accept the knocking phone (`yes`), or send it away. Only the place that requested its code (`at`) decides."""
        way = self._ways.get(place)
        if way is None or way.state is not PhoneState.KNOCKING or way.at is not at:
            return
        if not yes:
            self._away(place)
            return
        self._ways[place] = PhoneWay(PhoneState.HELD, guest=way.guest)
        self.request(AcceptPhone(place, way.guest))

    def _accept(self, place: PhonePlace) -> AnyPrompt | None:
        """Return the question whether a phone is the right one; None if the owner's terminal decides."""
        way = self._ways[place]
        if way.at is None:
            return None
        key = ACCEPT if isinstance(place, Seat) else ACCEPT_JUDGE
        first, second = (text(f"phone.word.{number % WORDS:02}") for number in way.words)
        options = tuple(Option(word, text(f"phone.accept.{word}")) for word in (YES, NO))
        ask = text(key, first=first, second=second)
        return ChooseOne(key=key, seat=way.at, ask=ask, rule=_rule(place), options=options, hold=True)

    def _away(self, place: PhonePlace) -> None:
        self._ways.pop(place, None)
        self.request(SendPhoneAway(place))

    def request(self, request: PhoneRequest) -> None:
        """Pass a request to the phones, if there are any."""
        if self._send is not None:
            self._send(request)


def _rule(place: PhonePlace) -> str:
    return RULE if isinstance(place, Seat) else HELPERS_RULE


def _aside(seat: Seat, way: PhoneWay | None) -> AnyPrompt:
    """Return the standing prompt about a seat's phone. A press removes an unused code."""
    key, unused = INVITE if way is None else AWAY, way is not None and way.state is PhoneState.INVITED
    return Confirm(key=key, seat=seat, ask=text(key), rule=RULE, standing=True, setting=True, hold=not unused)


def _invite_judge(seat: Seat) -> AnyPrompt:
    key = INVITE_JUDGE
    return Confirm(key=key, seat=seat, ask=text(key), rule=HELPERS_RULE, standing=True, setting=True, hold=True)


def _away_helper(role: HelperRole) -> AnyPrompt:
    """Return the standing prompt with which both seats see, and can end, a helper's phone or code."""
    key = AWAY_HELPER[role]
    return Confirm(key=key, seat=None, ask=text(key), rule=HELPERS_RULE, standing=True, setting=True, hold=True)
