"""A table in real time whose seats a browser can play: its session is the test's, its phones have a thread."""

import queue
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from table.devices.phones.host import PhoneHost
from table.devices.phones.sockets import PhoneServer
from table.devices.phones.told import PhoneTeller
from table.devices.stream_sockets import StreamThread
from table.devices.watchdog import Pulse
from table.rules.seats import BLUE, Seat
from table.session.phones import ACCEPT, INVITE
from table.session.ports import PhoneMessage, PhoneRequest
from table.view.published import Published
from tests.devices.phones.kit import SAYINGS
from tests.network.web.browser.served import ServedTable
from tests.session.kit import SessionTable

PATIENCE_S = 15.0


class PlayedTable(SessionTable):
    """A table in a match, with its web program."""

    def __init__(self, folder: Path) -> None:
        self._heard: queue.SimpleQueue[PhoneMessage] = queue.SimpleQueue()
        self.served = ServedTable(seats=folder)
        teller = PhoneTeller(SAYINGS, lambda: self.session.play)
        address = self.served.address("/phone")
        self._host = PhoneHost(self._heard.put, teller, address, time.monotonic, secrets.token_bytes)
        self._thread = StreamThread(PhoneServer(folder, self._host), _failed, Pulse("phones", time.monotonic))
        super().__init__(folder, phones=True)
        self._thread.start()
        self.begun()

    def _say_to_phones(self, request: PhoneRequest) -> None:
        super()._say_to_phones(request)
        self._host.request(request)
        self._thread.wake()

    def _publish(self, published: Published) -> None:
        super()._publish(published)
        self._host.tell(published)

    def until(self, holds: Callable[[], bool], what: str = "") -> None:
        """Take what phones say, until this is so."""
        until_s = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < until_s, what
            try:
                self.hears(self._heard.get(timeout=0.02))
            except queue.Empty:
                continue

    def invites(self, seat: Seat = BLUE) -> str:
        """The address in the code that the seat asks for."""
        self.answers(seat, INVITE)
        self.until(lambda: bool(self._address(seat)), "there is no code")
        return self._address(seat)

    def accepts(self, seat: Seat = BLUE) -> tuple[str, ...]:
        """The words on the screen, once a phone knocks, which is then accepted."""
        self.until(lambda: any(prompt.key == ACCEPT for prompt in self.now.prompts), "nobody knocks")
        ask = next(prompt.ask for prompt in self.now.prompts if prompt.key == ACCEPT)
        words = tuple(SAYINGS.say(word)["en"] for _, word in ask.args if not isinstance(word, str | int))
        self.answers(seat, ACCEPT, "yes")
        return words

    def close(self) -> None:
        self._thread.stop()
        self._thread.close(PATIENCE_S)
        self.served.close()
        self.session.close()

    def _address(self, seat: Seat) -> str:
        phone = self.desk(seat).phone
        return "" if phone is None else phone.address


def _failed(name: str, error: BaseException) -> None:
    raise AssertionError(name) from error
