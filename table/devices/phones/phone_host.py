"""The table's end of every phone: it admits phones, decrypts their messages, and sends each the view of its place.

It has no socket: frames come in and go out by `take` and `step` (`sockets.py` carries them). All but `request` and
`publish` belong to one thread, which is never the session's.
"""

import base64
import logging
from collections import deque
from collections.abc import Callable, Sequence
from math import inf

from hal.sealed import Sealed
from table.devices.phones.invitations import Guests, Invitation, PhoneGrant
from table.devices.phones.line import PhoneLine, encoded
from table.devices.phones.phone_input import PhoneAnswer, PhoneInput, read_input
from table.devices.phones.phone_views import PhoneViews
from table.devices.phones.screen_mirror import ScreenMirror
from table.devices.phones.spent_codes import SpentCodes
from table.devices.phones.wishes import SentFile, SetupAct, SetupAnswer, Wishes
from table.rules.commands import Answer
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.session.input import Touched
from table.session.ports import (
    AcceptPhone,
    CardChosen,
    CardLies,
    ForgetPhones,
    InputOnView,
    InvitePhone,
    JudgePhoneActs,
    NoMoreCodes,
    PhoneAbsent,
    PhoneActs,
    PhoneInvited,
    PhoneKnocked,
    PhoneLapsed,
    PhoneLost,
    PhoneMessage,
    PhoneRefused,
    PhoneRequest,
    PhoneReturned,
    SendPhoneAway,
)
from table.view.published import HelperRole, PhonePlace, Published, ScreenRole

log = logging.getLogger(__name__)

FRAME_S = 0.125
"""The time between two frames to a phone, even if nothing has changed."""
BEGUN_S = 10.0
"""The seconds in which a phone has to prove that it knows a secret. A busy computer needs some of them."""
FAREWELL_S = 1.0
"""The seconds in which a phone still gets the note that it has lost its place."""
ABSENT_S = 10.0
"""The seconds without a connection after which an accepted phone is absent. A page that is reloaded is faster."""
MOST_LETTERS = 8
OF_SEATS = frozenset({SetupAct.READ, SetupAct.KEEP})
"""The wishes that a seat's phone may send: those for its own army before a match."""


class PhoneHost:
    """The host of all phones."""

    def __init__(
        self,
        send: Callable[[PhoneMessage], None],
        views: PhoneViews,
        pages: Callable[[PhonePlace], Sequence[str]],
        now_s: Callable[[], float],
        entropy: Callable[[int], bytes],
        wishes: Wishes | None = None,
        mirror: ScreenMirror | None = None,
        spent: SpentCodes | None = None,
    ) -> None:
        """`send` puts a message into the session's inbox. `pages` returns the addresses of a place's page.

        `wishes` takes the requests of the owner's phone; `give` answers them. `mirror` carries the screen to a browser;
        without it no browser is invited. `spent` has the codes of this evening; without it they count from now on.
        """
        self._mirror = mirror
        self._wishes = wishes
        self._given: deque[tuple[int, SetupAnswer | SentFile]] = deque()
        self._send, self._views, self._pages = send, views, pages
        self._now_s, self._entropy = now_s, entropy
        self._guests = Guests(entropy, now_s, SpentCodes() if spent is None else spent)
        self._lines: list[PhoneLine] = []
        self._requests: deque[PhoneRequest] = deque()
        self._published: Published | None = None
        self._lies: dict[Seat, str] = {}
        self._missed_s: dict[PhonePlace, float] = {}
        """When the accepted phone of a place lost its connection; infinite once it was reported as absent."""
        self._frame_s = now_s()

    def request(self, request: PhoneRequest) -> None:
        """Take a request of the session, on its thread. It does not block."""
        self._requests.append(request)

    def publish(self, published: Published) -> None:
        """Take a view on the thread that published it."""
        self._published = published

    def give(self, guest: int, given: SetupAnswer | SentFile) -> None:
        """Take the answer for the owner's phone, on any thread. It does not block."""
        self._given.append((guest, given))

    # -- one thread --------------------------------------------------------------------------------------------------

    def joined(self) -> PhoneLine:
        """Return the line of a new connection."""
        line = PhoneLine(self._guests.greeted, self._entropy, self._now_s)
        self._lines.append(line)
        return line

    def left(self, line: PhoneLine) -> None:
        """Forget a connection. A phone with a place may reconnect; a phone without one needs a new code."""
        if line in self._lines:
            self._lines.remove(line)
        of = line.grant if line.grant is not None else line.by
        lost = self._guests.waits_for(of) if isinstance(of, Invitation) else of is not None and self._guests.knocks(of)
        if of is not None and lost:
            self._guests.forget(of.place, keeps=True)
            self._send(PhoneLost(of.place))
        elif line.grant is not None and line.grant == self._guests.accepted(line.grant.place):
            self._missed_s[line.grant.place] = self._now_s()

    def take(self, line: PhoneLine, frame: bytes) -> bytes:
        """Take a frame, and return the immediate answer. Raises InputError: then the connection has to end."""
        self._handle_requests()
        was = line.proved
        answer, messages = line.take(frame)
        if line.proved and not was:
            self._let_in(line)
        for message in messages:
            self._receive(line, read_input(message))
        return answer

    def step(self) -> list[tuple[PhoneLine, bytes]]:
        """Return the frames that are due, one for each phone, at fixed times that reveal nothing."""
        self._handle_requests()
        for place in self._guests.lapsed():
            self._turn_away(place, keeps=True)
            self._send(PhoneLost(place) if self._guests.used_up(place) else PhoneLapsed(place))
        now_s = self._now_s()
        self._report_absent(now_s)
        pictures = self._pictures()
        if now_s < self._frame_s:
            return pictures
        self._frame_s += FRAME_S * (1 + (now_s - self._frame_s) // FRAME_S)
        due = [(line, self._frame(line)) for line in self._lines if line.proved]
        return pictures + due + [(line, frame) for line in self._of(HelperRole.SETUP) for frame in line.more()]

    def over(self) -> list[PhoneLine]:
        """Return the connections that have to end: they lost their place, or gave no proof in time."""
        now_s = self._now_s()
        return [
            line
            for line in self._lines
            if (line.until_s is not None and now_s >= line.until_s)
            or (not line.proved and now_s - line.began_s >= BEGUN_S)
        ]

    def next_s(self) -> float | None:
        """Return when `step` or `over` is due; None before the next connection or request."""
        if self._requests or self._given or (self._mirror is not None and self._mirror.ready):
            return self._now_s()
        if any(line.proved for line in self._lines):
            return self._frame_s
        due = [line.began_s + BEGUN_S for line in self._lines]
        due += [missed_s + ABSENT_S for missed_s in self._missed_s.values() if missed_s < inf]
        lapse = self._guests.next_s()
        return min(due if lapse is None else (*due, lapse), default=None)

    # -- what the session says ---------------------------------------------------------------------------------------

    def _handle_requests(self) -> None:
        while self._requests:
            match self._requests.popleft():
                case InvitePhone() as asked:
                    self._turn_away(asked.place, keeps=asked.keeps)
                    self._send(self._invite(asked))
                case AcceptPhone(place, guest):
                    self._accept(place, guest)
                case SendPhoneAway(place, keeps):
                    self._guests.forget(place, keeps=keeps)
                    self._turn_away(place, keeps=keeps)
                case ForgetPhones():
                    for place in (*Seat, *HelperRole, *ScreenRole):
                        self._guests.forget(place)
                        self._turn_away(place)
                case CardLies(seat, card):
                    self._lies[seat] = "" if card is None else card.unseal()
                case PhoneRefused(place, why):
                    for line in self._of(place):
                        self._refuse(line, why)

        while self._given:
            guest, given = self._given.popleft()
            for line in self._lines:
                if line.grant is not None and line.grant.guest == guest and line.grant.accepted:
                    self._hand_over(line, given)

    def _invite(self, asked: InvitePhone) -> PhoneInvited | PhoneLapsed | PhoneLost | NoMoreCodes:
        place = asked.place
        pages = self._pages(place)
        if not pages or (place is ScreenRole.SCREEN and self._mirror is None):
            return PhoneLapsed(place)
        if (invitation := self._guests.invite(place, keeps=asked.keeps, offered=asked.offered)) is None:
            return NoMoreCodes(place) if self._guests.exhausted else PhoneLost(place)
        secret = base64.urlsafe_b64encode(invitation.secret).decode().rstrip("=")
        return PhoneInvited(place, f"{pages[asked.turn % len(pages)]}#{secret}")

    def _report_absent(self, now_s: float) -> None:
        """Report each accepted phone that has had no connection for too long, once."""
        for place, missed_s in tuple(self._missed_s.items()):
            if (grant := self._guests.accepted(place)) is None:
                del self._missed_s[place]
            elif now_s - missed_s >= ABSENT_S:
                self._missed_s[place] = inf
                self._send(PhoneAbsent(place, grant.guest))

    def _hand_over(self, line: PhoneLine, given: SetupAnswer | SentFile) -> None:
        if isinstance(given, SentFile):
            line.send_file(given)
            return
        line.answers += 1
        line.send(f"answer {given.act}", encoded("answer", [line.answers, given]))

    def _accept(self, place: PhonePlace, guest: int) -> None:
        accepted = self._guests.accept(place, guest)
        self._missed_s.pop(place, None)
        if accepted is None:  # it left before its acceptance came here
            self._send(PhoneAbsent(place, guest))
        for line in self._lines:
            if line.grant is not None and (line.grant.place, line.grant.guest) == (place, guest):
                line.grant = accepted
                line.send("state", encoded("state", "in"))
            elif accepted is not None and line.grant is not None and line.grant.place is place:
                line.grant, line.until_s = None, self._now_s()
        self._begin_screen(accepted)

    def _turn_away(self, place: PhonePlace, *, keeps: bool = False) -> None:
        """Reject each phone that asked for this place, proved or not. With `keeps`, the accepted phone stays."""
        kept = self._guests.accepted(place) if keeps else None
        if isinstance(place, Seat) and kept is None:
            self._lies.pop(place, None)
        for line in self._lines:
            of = line.grant if line.grant is not None else line.by
            if of is not None and of.place is place and of != kept and line.until_s is None:
                line.grant, line.until_s = None, self._now_s() + FAREWELL_S
                line.send("state", encoded("state", "away"))

    def _of(self, place: PhonePlace) -> list[PhoneLine]:
        return [line for line in self._lines if line.grant is not None and line.grant.place is place]

    # -- what phones say ---------------------------------------------------------------------------------------------

    def _let_in(self, line: PhoneLine) -> None:
        """Handle a phone that has proved its secret: it waits for consent, or reconnects."""
        if line.by is None or line.keys is None or line.until_s is not None:
            return
        invited = isinstance(line.by, Invitation)
        if (grant := self._guests.proved(line.by, line.keys.next_secret)) is None:
            line.until_s = self._now_s() + FAREWELL_S
            line.send("state", encoded("state", "away"))
            return
        kept = self._guests.accepted(grant.place) if invited else None
        for other in self._of(grant.place):
            if other.grant != kept:
                other.grant, other.until_s = None, self._now_s()
        line.grant = grant
        if not invited and self._missed_s.pop(grant.place, 0.0) == inf:
            self._guests.forget(grant.place, keeps=True)
            self._turn_away(grant.place, keeps=True)
            self._send(PhoneReturned(grant.place, grant.guest))
        line.send("state", encoded("state", "knocking" if invited else "in"))
        self._begin_screen(grant)
        if invited:
            self._send(PhoneKnocked(grant.place, grant.guest, line.keys.words))

    def _receive(self, line: PhoneLine, received: PhoneInput) -> None:
        if received.lang is not None:
            line.language = received.lang[:MOST_LETTERS]
        if (grant := line.grant) is None or not grant.accepted:
            return
        if isinstance(grant.place, Seat):
            self._receive_from_seat(line, grant.place, grant.guest, received)
        elif grant.place is ScreenRole.SCREEN:
            self._receive_from_screen(received)
        elif grant.place is HelperRole.JUDGE:
            self._receive_from_judge(line, grant.guest, received)
        elif received.wish is not None and self._wishes is not None:
            self._wishes(grant.guest, line.language, received.wish)

    def _receive_from_seat(self, line: PhoneLine, seat: Seat, guest: int, received: PhoneInput) -> None:
        if received.answer is not None and (shown := self._shown_to(line, received.answer)) is not None:
            touched = Touched(seat, received.answer.key, received.answer.value, hold=True)
            self._send(PhoneActs(seat, guest, InputOnView(touched, shown)))
        wish, lobby = received.wish, self._published is not None and self._published.view is None
        if wish is not None and wish.act in OF_SEATS and lobby and self._wishes is not None:
            self._wishes(guest, line.language, wish)
        if received.card is None or isinstance(received.card, str):
            self._send(CardChosen(seat, guest, None if received.card is None else Sealed(received.card)))

    def _receive_from_judge(self, line: PhoneLine, guest: int, received: PhoneInput) -> None:
        if received.call and self._published is not None:
            self._send(JudgePhoneActs(guest, None, self._published))
        if received.answer is not None and (shown := self._shown_to(line, received.answer)) is not None:
            answer = Answer(received.answer.seat or SEATS[0], received.answer.key, received.answer.value)
            self._send(JudgePhoneActs(guest, answer, shown))

    def _receive_from_screen(self, received: PhoneInput) -> None:
        if self._mirror is None:
            return
        if received.act is not None:
            self._mirror.act(received.act)
        if received.drew is not None:
            self._mirror.drew(received.drew)

    def _shown_to(self, line: PhoneLine, answer: PhoneAnswer) -> Published | None:
        """Return the view that an answer names. It is refused if the phone got that view too long ago, or never."""
        if (shown := line.seen(answer.view)) is None:
            self._refuse(line, text("phone.too_late"))
        return shown

    # -- what phones are told ----------------------------------------------------------------------------------------

    def _refuse(self, line: PhoneLine, why: Text) -> None:
        line.refusals += 1
        line.send("refused", encoded("refused", [line.refusals, self._views.say(why, line.language)]))

    def _begin_screen(self, grant: PhoneGrant | None) -> None:
        """Send a whole picture to a browser that becomes the screen, or reconnects."""
        if self._mirror is not None and grant is not None and grant.accepted and grant.place is ScreenRole.SCREEN:
            self._mirror.begin()

    def _pictures(self) -> list[tuple[PhoneLine, bytes]]:
        """Return the frames of the picture that waits for the browser."""
        if self._mirror is None or not self._mirror.ready:
            return []
        messages = tuple(self._mirror.messages())
        screens = [line for line in self._of(ScreenRole.SCREEN) if line.grant is not None and line.grant.accepted]
        return [(line, frame) for line in screens for frame in line.picture(messages)]

    def _frame(self, line: PhoneLine) -> bytes:
        grant, published = line.grant, self._published
        if grant is not None and grant.accepted and published is not None:
            if isinstance(grant.place, Seat):
                parts = self._views.parts(grant.place, published, self._lies.get(grant.place, ""), line.language)
                line.send("cards", encoded("cards", parts.cards))
                line.sight(parts.sight, published)
            elif grant.place is HelperRole.JUDGE:
                line.sight(self._views.judge(published, line.language), published)
            elif grant.place is HelperRole.SETUP:
                line.sight(self._views.setup(published, line.language), published)
        return line.frame()
