"""A table whose seats can be played from phones, without a socket: frames go from hand to hand, in virtual time."""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from lab.campaigns.phone.trial_phone import ScriptedPhone
from table.devices.phones.line import PhoneLine
from table.devices.phones.phone_host import FRAME_S, PhoneHost
from table.devices.phones.phone_views import PhoneViews
from table.devices.phones.screen_mirror import ScreenMirror
from table.devices.phones.spent_codes import SpentCodes
from table.devices.phones.wishes import SetupWish
from table.rules.errors import InputError
from table.rules.seats import BLUE, Seat
from table.session.phones.phone_ways import ACCEPT, INVITE
from table.session.ports import HelperAct, PhoneRequest, TerminalOnPhone
from table.view.published import HelperRole, PhonePlace, Published, ScreenRole
from table.view.sentences import Sayings
from table.words import Words, languages
from tests.session.kit import SessionTable

SAYINGS = Sayings({language: Words(language) for language in languages()})


class Connected:
    """A phone with its connection to the host."""

    def __init__(self, table: "HostedTable", phone: ScriptedPhone) -> None:
        self.table, self.phone = table, phone
        self.line: PhoneLine = table.host.joined()
        self.gone = False
        self.frames: list[bytes] = []
        """The frames that came."""

    def sends(self, frame: bytes) -> None:
        try:
            answer = self.table.host.take(self.line, frame)
        except InputError:
            self.ends()
            return
        if answer:
            self.receives(answer)

    def receives(self, frame: bytes) -> None:
        self.frames.append(frame)
        for each in self.phone.receive(frame):
            self.sends(each)

    def posts(self, **message: Any) -> None:
        self.phone.queue(json.dumps(message).encode())
        self.table.passes(2 * FRAME_S)

    def ends(self) -> None:
        if not self.gone:
            self.gone = True
            self.table.host.left(self.line)

    def shown(self, part: str) -> Any:
        """The latest that it was notified of this part."""
        received = [json.loads(each) for each in self.phone.received if each[0]]  # a picture begins with a zero
        found = [each[part] for each in received if part in each]
        return found[-1] if found else None

    def answers(self, key: str, value: Any = None, view: int | None = None) -> None:
        at = self.shown("sight")["view"] if view is None else view
        self.posts(answer={"view": at, "key": key, "value": value})


class HostedTable(SessionTable):
    """A table in a match, with the host of its phones."""

    def __init__(self, folder: Path, seed: int = 0, *, phones_alone: bool = False) -> None:
        self._drawn, self.seed, self.now_s, self.clock_s = 0, seed, 0.0, 1e9
        self.editions = ("current", "classic")
        teller = PhoneViews(SAYINGS, lambda: self.session.play, self.editions)
        self.mirror = ScreenMirror()
        self.wishes: list[tuple[int, str, SetupWish]] = []
        """What the owner's phone asked for."""
        self.host = PhoneHost(
            lambda message: self.receives(message),
            teller,
            lambda _: ("http://table/phone",),
            self._time,
            self.chance,
            lambda *wish: self.wishes.append(wish),
            self.mirror,
            SpentCodes(folder / "phone-codes.json", lambda: self.clock_s),
        )
        self.connected: list[Connected] = []
        super().__init__(folder, phones=True, phones_alone=phones_alone)
        self.begun()
        self.passes(FRAME_S)

    def _time(self) -> float:
        return self.now_s

    def chance(self, size: int) -> bytes:
        self._drawn += 1
        return hashlib.shake_256(f"{self.seed}/{self._drawn}".encode()).digest(size)

    def _request_phones(self, request: PhoneRequest) -> None:
        super()._request_phones(request)
        self.host.request(request)

    def _publish(self, published: Published) -> None:
        super()._publish(published)
        self.host.publish(published)

    def passes(self, seconds: float) -> None:
        """Let time pass, with the frames that are due."""
        until_s = self.now_s + seconds
        while self.now_s < until_s - 1e-9:
            due_s = self.host.next_s()
            self.now_s = until_s if due_s is None else min(max(due_s, self.now_s + 0.001), until_s)
            self._turn()

    def _turn(self) -> None:
        for line, frame in self.host.step():
            for each in self.connected:
                if each.line is line and not each.gone:
                    each.receives(frame)
        over = self.host.over()
        for each in self.connected:
            if each.line in over:
                each.ends()

    def invited(self, seat: Seat = BLUE) -> bytes:
        """The secret in the code that the seat asks for."""
        self.answers(seat, INVITE)
        self.passes(0.01)
        return self.shown(seat)

    def shown(self, seat: Seat = BLUE) -> bytes:
        """The secret in the code on the seat's half."""
        phone = self.desk(seat).phone
        assert phone is not None
        return base64.urlsafe_b64decode(phone.address.partition("#")[2] + "==")

    def comes(self, secret: bytes) -> Connected:
        """A phone comes with this secret."""
        connected = Connected(self, ScriptedPhone(secret, self.chance))
        self.connected.append(connected)
        connected.sends(connected.phone.hello())
        self.passes(2 * FRAME_S)
        return connected

    def greets(self, secret: bytes) -> Connected:
        """A phone that greets the table with this secret, and nothing else. The table has committed to its key."""
        connected = Connected(self, ScriptedPhone(secret, self.chance))
        self.connected.append(connected)
        try:
            self.host.take(connected.line, connected.phone.hello())
        except InputError:
            connected.ends()
        return connected

    def secret_for(self, place: PhonePlace) -> bytes:
        """The secret in a new code for this place."""
        return self.invited(place) if isinstance(place, Seat) else self.helpers_secret(place)

    def helpers_secret(self, role: HelperRole | ScreenRole) -> bytes:
        """The secret in the code that the owner's terminal asks for."""
        self.receives(TerminalOnPhone(role, HelperAct.INVITE))
        self.passes(0.01)
        way = self.session.helper(role)
        assert way is not None
        return base64.urlsafe_b64decode(way.address.partition("#")[2] + "==")

    def with_helper(self, role: HelperRole | ScreenRole) -> Connected:
        """A helper's phone that the owner's terminal has let in."""
        connected = self.comes(self.helpers_secret(role))
        way = self.session.helper(role)
        assert way is not None
        self.receives(TerminalOnPhone(role, HelperAct.ACCEPT, way.guest))
        self.passes(4 * FRAME_S)
        return connected

    def with_phone(self, seat: Seat = BLUE) -> Connected:
        """A phone that has the seat."""
        connected = self.comes(self.invited(seat))
        self.answers(seat, ACCEPT, "yes")
        self.passes(4 * FRAME_S)
        return connected
