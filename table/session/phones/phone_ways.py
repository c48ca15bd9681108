"""The admission of phones of seats and helpers, in the session: requested, invited, knocking, accepted.

A seat requests a code by a hold, and confirms by a hold that the phone is its own. Any press at its panel takes the
seat back. A helper's code is requested at the owner's terminal, or at a seat once a judge was called; the same place
confirms the phone. Nothing is journalled: after a restart there is no phone. A table that only phones play offers a
code at each seat that has no phone, or whose phone is absent. If a browser is its screen, the owner's terminal shows a
code for it, too. After a code that a phone has used up in vain, only an act at the seat or terminal brings another.
"""

from collections.abc import Callable
from typing import assert_never

from msgspec import Struct

from table.rules.commands import Answer
from table.rules.match.judge import GO_ON
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Option
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.session.ports import (
    AcceptPhone,
    ForgetPhones,
    HelperAct,
    InvitePhone,
    NoMoreCodes,
    PhoneAbsent,
    PhoneInvited,
    PhoneKnocked,
    PhoneLapsed,
    PhoneLost,
    PhonePages,
    PhoneRequest,
    PhoneReturned,
    PhoneStep,
    SendPhoneAway,
    TerminalOnPhone,
)
from table.view.published import (
    AWAY_HELPER,
    PHONE_AWAY,
    PHONE_INVITE,
    HelperRole,
    Notice,
    PhonePlace,
    PhoneState,
    ScreenRole,
    SeatPhone,
)

INVITE, ACCEPT, AWAY = PHONE_INVITE, "phone.accept", PHONE_AWAY
INVITE_JUDGE, ACCEPT_JUDGE = "phone.judge.invite", "phone.judge.accept"
OF_PHONES = (INVITE, ACCEPT, AWAY, INVITE_JUDGE, ACCEPT_JUDGE, *AWAY_HELPER.values())
"""The keys of the prompts about phones. No phone answers them."""
RULE, HELPERS_RULE = "TB-120", "TB-123"
NO, YES = "no", "yes"
WORDS = 64
"""The number of words in the list. Screen and phone show two of them."""


class PhoneWay(Struct, frozen=True):
    """A phone that asks for a place, or has it."""

    state: PhoneState
    at: Seat | None = None
    """The seat that has the code on its half and answers about it; None: the owner's terminal."""
    address: str = ""
    guest: int = 0
    words: tuple[int, int] = (0, 0)
    kept: int = 0
    """The accepted phone that is absent but may still reconnect; 0 if there is none."""


class PhoneWays:
    """The phone of each place. The session's thread only, except `helper`."""

    def __init__(self, send: Callable[[PhoneRequest], None] | None, offers: tuple[PhonePlace, ...] = ()) -> None:
        """`send` passes requests to the phones; without it there are no phones and no prompts about them.

        Each place of `offers` that has no phone gets a code by itself once `PhonePages` has come.
        """
        self._send, self._offers = send, offers
        self._ways: dict[PhonePlace, PhoneWay] = {}
        self._pages: tuple[str, ...] | None = None
        self._unused: dict[PhonePlace, int] = {}
        """The number of unused codes since the last phone, by place."""
        self._closed: frozenset[PhonePlace] = frozenset()
        """The seats whose players have closed the code that was offered."""

    def begin(self) -> None:
        """Notify the phones of an earlier session that they have no place."""
        self.request(ForgetPhones())

    def around(self, prompts: tuple[AnyPrompt, ...]) -> tuple[AnyPrompt, ...]:
        """Return these prompts with those about phones.

        While a judge has frozen the match, only those about helpers are added.
        """
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
        """True if the answer is to one of the prompts about phones."""
        return self._send is not None and answer.prompt in OF_PHONES

    def take(self, answer: Answer) -> None:
        """Carry out an answer. An answer to a closed question changes nothing."""
        seat, key, yes = answer.seat, answer.prompt, answer.value == YES
        if key in (INVITE, INVITE_JUDGE):
            self._ask(seat if key == INVITE else HelperRole.JUDGE, seat)
        elif key in (ACCEPT, ACCEPT_JUDGE):
            self._decided(seat if key == ACCEPT else HelperRole.JUDGE, seat, yes=yes)
        else:
            place = seat if key == AWAY else next(role for role in HelperRole if AWAY_HELPER[role] == key)
            if place in self._ways:
                self._close(place)
        self._offer(acted=seat)

    def _ask(self, place: PhonePlace, at: Seat | None) -> None:
        """Request the code that somebody at the table asks for. The absent phone may still reconnect."""
        way = self._ways.get(place)
        self._closed -= {place}
        if way is None or way.state is PhoneState.USED_UP:
            self._invite(place, at, kept=0 if way is None else way.kept)

    def _close(self, place: PhonePlace) -> None:
        """Disconnect the phone of a place. If its code is on the screen, only the code ends."""
        way = self._ways[place]
        if way.state is PhoneState.INVITED:
            self._closed |= {place}
        self._away(place, keeps=bool(way.kept) and way.state is not PhoneState.HELD)

    def handle_terminal(self, request: TerminalOnPhone) -> None:
        """Carry out a request of the owner's terminal. A new code ends the old one, or the phone at this place."""
        way = self._ways.get(request.role)
        match request.act:
            case HelperAct.INVITE:
                if way is not None and way.state is not PhoneState.USED_UP:
                    self._away(request.role)
                self._ask(request.role, None)
            case HelperAct.ACCEPT:
                if way is not None and way.guest == request.guest:
                    self._decided(request.role, None, yes=True)
            case HelperAct.AWAY:
                self._away(request.role)
            case _:
                assert_never(request.act)
        self._offer(acted=request.role)

    def handle(self, message: PhoneStep) -> Notice | None:
        """Handle a step in a phone's admission. Return the notice for a seat that gets no phone."""
        notice = self._step(message)
        self._offer()
        return notice

    def _step(self, message: PhoneStep) -> Notice | None:
        way = self._ways.get(message.place)
        if way is None:
            if isinstance(message, PhoneInvited | PhoneKnocked):
                self._away(message.place)  # the seat has withdrawn its request meanwhile
            return None
        state, at, kept = way.state, way.at, way.kept
        match message:
            case PhoneInvited(place, address) if state in (PhoneState.ASKED, PhoneState.USED_UP):
                self._ways[place] = PhoneWay(PhoneState.INVITED, at, address, kept=kept)
            case PhoneKnocked(place, guest, words) if state is PhoneState.INVITED:
                self._ways[place] = PhoneWay(PhoneState.KNOCKING, at, guest=guest, words=words, kept=kept)
            case PhoneLapsed(place) if state not in (PhoneState.HELD, PhoneState.USED_UP):
                self._unused[place] = self._unused.get(place, 0) + (state is PhoneState.INVITED)
                self._end_code(place)
            case PhoneLost(place) if place in self._offers and state is not PhoneState.HELD:
                self._ways[place] = PhoneWay(PhoneState.USED_UP, at, kept=kept)
            case PhoneLost(place) if state in (PhoneState.INVITED, PhoneState.KNOCKING):
                self._end_code(place)
                return None if at is None else Notice(at, text("phone.lost"), _rule(place))
            case NoMoreCodes(place) if state is PhoneState.ASKED:
                self._closed |= {place}
                self._end_code(place)
                return None if at is None else Notice(at, text("phone.no_more_codes"), _rule(place))
            case PhoneAbsent(place, guest) if state is PhoneState.HELD and guest == way.guest and self._offers:
                self._ways[place] = PhoneWay(PhoneState.HELD, guest=guest, kept=guest)
            case PhoneReturned(place, guest) if guest in (kept, way.guest):
                self._closed -= {place}
                self._ways[place] = PhoneWay(PhoneState.HELD, guest=guest)
            case PhoneInvited() | PhoneKnocked():
                if state is not PhoneState.HELD:
                    self._away(message.place)
            case PhoneLapsed() | PhoneLost() | NoMoreCodes() | PhoneAbsent() | PhoneReturned():
                pass
        return None

    def open_pages(self, pages: PhonePages) -> None:
        """Take the addresses of the page of phones. Codes with other addresses are made again."""
        if not self._offers or pages.pages == self._pages:
            return
        self._pages = pages.pages
        for place in self._offers:
            way = self._ways.get(place)
            if way is not None and way.state in (PhoneState.ASKED, PhoneState.INVITED):
                self._end_code(place)
        self._offer()

    def _offer(self, acted: PhonePlace | None = None) -> None:
        """Request a code for each offered place that has no phone, or whose phone is absent.

        Somebody has just acted at the place `acted`, for example by rejecting a phone.
        """
        if not self._pages:
            return
        for place in self._offers:
            way = self._ways.get(place)
            if place not in self._closed and (way is None or (way.state is PhoneState.HELD and way.kept)):
                at, kept = place if isinstance(place, Seat) else None, 0 if way is None else way.kept
                self._invite(place, at, kept, offered=place is not acted)

    def _end_code(self, place: PhonePlace) -> None:
        """Forget the code of a place. Its absent phone may still reconnect."""
        kept = self._ways.pop(place).kept
        if kept:
            self._ways[place] = PhoneWay(PhoneState.HELD, guest=kept, kept=kept)

    def pressed(self, seat: Seat) -> bool:
        """Give the seat back to its panel, which was pressed.

        Return True if the press only removed a code, or asked for one in place of a used one.
        """
        judges = self._ways.get(HelperRole.JUDGE)
        if judges is not None and judges.at is seat and judges.state is PhoneState.INVITED:
            self._away(HelperRole.JUDGE)
            return True
        way = self._ways.get(seat)
        if way is None or way.state is PhoneState.KNOCKING or (self._offers and way.state is PhoneState.HELD):
            return False
        if way.state is PhoneState.USED_UP:
            self._ask(seat, seat)
            return True
        self._close(seat)
        return way.state is PhoneState.INVITED

    def holds(self, place: PhonePlace, guest: int | None = None) -> bool:
        """True if this phone has the place; without a number, if any phone has it."""
        way = self._ways.get(place)
        if way is None:
            return False
        return (
            bool(way.kept)
            if guest is None and way.kept
            else way.state is PhoneState.HELD and guest in (None, way.guest)
        )

    def shown(self, seat: Seat) -> SeatPhone | None:
        """Return the published state of the seat's phone, or of the judge's while its code is on that half."""
        way, judges = self._ways.get(seat), self._ways.get(HelperRole.JUDGE)
        if judges is not None and judges.at is seat and judges.state is PhoneState.INVITED:
            way = judges
        if way is None:
            none = self._offers and self._pages == () and seat not in self._closed
            return SeatPhone(PhoneState.ASKED, words=text("phone.no_network")) if none else None
        return SeatPhone(way.state, way.address, self._words_over(seat, way))

    def _words_over(self, seat: Seat, way: PhoneWay) -> Text | None:
        """Return the words below a code that the table offers automatically, or in place of a used one."""
        if way.state is PhoneState.USED_UP:
            return text("phone.used_up", seat=text(f"seat.{seat}"))
        if not self._offers or way.state is not PhoneState.INVITED or way.at is not seat:
            return None
        address, whose = way.address.partition("#")[0], text(f"seat.{seat}")
        if way.kept:
            return text("phone.absent", seat=whose, address=address)
        if self._unused.get(seat):
            return text("phone.nobody_came", seat=whose, address=address)
        return text("phone.offered", seat=whose, address=address)

    @property
    def helpers(self) -> tuple[HelperRole, ...]:
        """Return the helpers with an accepted phone."""
        return tuple(role for role in HelperRole if self.holds(role))

    def helper(self, role: HelperRole | ScreenRole) -> PhoneWay | None:
        """Return the state of a helper's phone or the screen's browser. Any thread: the returned value is frozen."""
        return self._ways.get(role)

    def _invite(self, place: PhonePlace, at: Seat | None, kept: int = 0, *, offered: bool = False) -> None:
        if self._send is not None:
            self._ways[place] = PhoneWay(PhoneState.ASKED, at, kept=kept)
            self.request(InvitePhone(place, self._unused.get(place, 0), bool(kept), offered))

    def _decided(self, place: PhonePlace, at: Seat | None, *, yes: bool) -> None:
        """Accept the knocking phone (`yes`), or send it away. Only the place that requested its code (`at`) decides."""
        way = self._ways.get(place)
        if way is None or way.state is not PhoneState.KNOCKING or way.at is not at:
            return
        if not yes:
            self._away(place, keeps=bool(way.kept))
            return
        self._unused.clear()
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

    def _away(self, place: PhonePlace, *, keeps: bool = False) -> None:
        """End the code or the phone of a place. With `keeps`, its absent phone may still reconnect."""
        if keeps:
            self._end_code(place)
        else:
            self._ways.pop(place, None)
        self.request(SendPhoneAway(place, keeps))

    def request(self, request: PhoneRequest) -> None:
        """Pass a request to the phones, if there are any."""
        if self._send is not None:
            self._send(request)


def _rule(place: PhonePlace) -> str:
    return RULE if isinstance(place, Seat) else HELPERS_RULE


def _aside(seat: Seat, way: PhoneWay | None) -> AnyPrompt:
    """Return the standing prompt about a seat's phone. A press removes an unused code, or replaces a used one."""
    state = None if way is None else way.state
    key = INVITE if state in (None, PhoneState.USED_UP) else AWAY
    hold = state not in (PhoneState.INVITED, PhoneState.USED_UP)
    return Confirm(key=key, seat=seat, ask=text(key), rule=RULE, standing=True, setting=True, hold=hold)


def _invite_judge(seat: Seat) -> AnyPrompt:
    key = INVITE_JUDGE
    return Confirm(key=key, seat=seat, ask=text(key), rule=HELPERS_RULE, standing=True, setting=True, hold=True)


def _away_helper(role: HelperRole) -> AnyPrompt:
    """Return the standing prompt with which both seats see, and can end, a helper's phone or code."""
    key = AWAY_HELPER[role]
    return Confirm(key=key, seat=None, ask=text(key), rule=HELPERS_RULE, standing=True, setting=True, hold=True)
