"""A table in real time whose seats a browser can play: its session is the test's, its phones have a thread."""

import queue
import secrets
import ssl
import time
from collections.abc import Callable
from pathlib import Path

from lab.figures.pages.served import ServedTable
from table.config import Config
from table.config.schema import StateConfig
from table.devices.edge.edge import SocketEdge
from table.devices.hands_on.dialogue import DoctorTime
from table.devices.owner_desk.brought_lists import editions_of
from table.devices.owner_desk.desk import Given, OwnerDesk
from table.devices.owner_desk.enrolling import Enrolling
from table.devices.phones.phone_host import PhoneHost
from table.devices.phones.phone_socket import PhoneSocket
from table.devices.phones.phone_views import PhoneViews
from table.devices.phones.wishes import SetupAnswer
from table.devices.setup import Setup
from table.devices.tags.card_book import CardBook
from table.devices.tags.live_cards import LiveCards
from table.program.doctor.by_phone import phone_answer
from table.program.doctor.doctor import devices_left_alone
from table.rules.seats import BLUE, Seat
from table.session.phones.phone_ways import ACCEPT, INVITE, WORDS, PhoneWay
from table.session.ports import HelperAct, PhoneMessage, PhoneRequest, TerminalOnPhone
from table.view.published import HelperRole, PhoneState, Published
from table.words import Words
from tests.devices.phones.kit import SAYINGS
from tests.session.kit import SessionTable

PATIENCE_S = 40.0


class PlayedTable(SessionTable):
    """A table with its web program, in a match or in the lobby."""

    def __init__(self, folder: Path, *, lobby: bool = False, context: ssl.SSLContext | None = None) -> None:
        self._heard: queue.SimpleQueue[PhoneMessage] = queue.SimpleQueue()
        self.spoken: list[str] = []
        """The languages that the owner's phone chose."""
        self.served = ServedTable(seats=folder, context=context)
        address = self.served.address("/phone")
        config = Config(state=StateConfig(folder=str(folder / "state")))
        games = Setup.of(config).games
        teller = PhoneViews(SAYINGS, lambda: self.session.play, editions_of(games))

        def _examined(words: Words) -> SetupAnswer:
            return phone_answer(devices_left_alone(config, DoctorTime(time.monotonic, time.sleep)), words)

        self.live_cards = LiveCards(CardBook({}), folder / "state")
        enrolling = Enrolling(games, lambda: self.live_cards, lambda: False, lambda _: True)
        self.desk_of_owner = OwnerDesk(
            games,
            "en",
            _examined,
            self.spoken.append,
            lambda: False,
            enrolling,
            self._heard.put,
        )
        self._host = PhoneHost(
            self._heard.put, teller, lambda _: (address,), time.monotonic, secrets.token_bytes, self.desk_of_owner.wants
        )
        self.desk_of_owner.open(self._give, _failed)
        self.desk_of_owner.start()
        self._thread = SocketEdge(_failed)
        self._thread.open(folder, [PhoneSocket(self._host)])
        super().__init__(folder, phones=True)
        self._thread.start()
        if lobby:
            self.session.start()
        else:
            self.begun()

    def _request_phones(self, request: PhoneRequest) -> None:
        super()._request_phones(request)
        self._host.request(request)
        self._thread.wake()

    def _publish(self, published: Published) -> None:
        super()._publish(published)
        self._host.publish(published)

    def until(self, holds: Callable[[], bool], what: str = "") -> None:
        """Take what phones say, until this is so."""
        until_s = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < until_s, what
            try:
                self.receives(self._heard.get(timeout=0.02))
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

    def invites_helper(self, role: HelperRole) -> str:
        """The address in the code that the owner's terminal asks for."""
        self.receives(TerminalOnPhone(role, HelperAct.INVITE))
        self.until(lambda: bool(self._way(role).address), "there is no code")
        return self._way(role).address

    def accepts_helper(self, role: HelperRole) -> tuple[str, ...]:
        """The words at the terminal, once a phone knocks, which is then let in."""
        self.until(lambda: self._way(role).state is PhoneState.KNOCKING, "nobody knocks")
        way = self._way(role)
        words = tuple(Words("en").sentences[f"phone.word.{number % WORDS:02}"] for number in way.words)
        self.receives(TerminalOnPhone(role, HelperAct.ACCEPT, way.guest))
        return words

    def _way(self, role: HelperRole) -> PhoneWay:
        return self.session.helper(role) or PhoneWay(PhoneState.ASKED)

    def _give(self, guest: int, given: Given) -> None:
        self._host.give(guest, given)
        self._thread.wake()

    def close(self) -> None:
        self.desk_of_owner.stop()
        self._thread.stop()
        self._thread.close(PATIENCE_S)
        self.served.close()
        self.session.close()

    def _address(self, seat: Seat) -> str:
        phone = self.desk(seat).phone
        return "" if phone is None else phone.address


def _failed(name: str, error: BaseException) -> None:
    raise AssertionError(name) from error
