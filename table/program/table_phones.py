"""The phones that may play a seat. While the configuration does not want them, nothing of it is imported or made."""

import logging
import secrets
import socket
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import hal.events as hw
from table.devices.edge.edge import SocketEdge
from table.records.open_match import OpenMatch
from table.session.phones.phone_ways import PhoneWay
from table.session.ports import PhoneMessage, PhoneRequest
from table.setup.setup import Setup
from table.view.published import HelperRole, PhoneState, Published
from table.words import languages

if TYPE_CHECKING:
    from table.devices.phones.phone_host import PhoneHost
    from table.devices.phones.phone_socket import PhoneSocket
    from table.devices.phones.wishes import SentFile, SetupAnswer
    from table.devices.tags.live_cards import LiveCards
    from table.program.owner_desk.desk import OwnerDesk

log = logging.getLogger(__name__)

PAGE = "/phone"


def table_phones(
    setup: Setup,
    hears: Callable[[PhoneMessage], None],
    play: Callable[[], OpenMatch | None],
    speak: Callable[[str], None],
    cards: Callable[[], "LiveCards"],
    helper: Callable[[HelperRole], PhoneWay | None],
    edge: SocketEdge,
) -> "TablePhones":
    """Return the phones that the configuration allows. `hears` and `play` are of the table, and for any thread.

    `speak` has the screen speak a language, from any thread. `cards` are the table's, and `helper` tells how far a
    helper's phone has come. `edge` serves them.
    """
    web = setup.config.web
    if not web.phones:
        return TablePhones(edge)
    try:
        from table.devices.phones.phone_host import PhoneHost
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing != "cryptography":
            raise
        return TablePhones(edge, fault=hw.Fault("program.no_phones", "phones", missing))
    from table.devices.phones.phone_views import PhoneViews
    from table.program.doctor.by_phone import examined_parts
    from table.program.owner_desk.desk import OwnerDesk
    from table.program.owner_desk.enrolling import Enrolling
    from table.program.owner_desk.lists import editions_of
    from table.view.said import Sayings

    sayings = Sayings({language: setup.words(language) for language in languages()})
    teller = PhoneViews(sayings, play, editions_of(setup))
    address = web.address(socket.gethostname()) + PAGE

    def playing() -> bool:
        return play() is not None

    def there(guest: int) -> bool:
        way = helper(HelperRole.SETUP)
        return way is not None and (way.state, way.guest) == (PhoneState.HELD, guest)

    enrolling = Enrolling(setup, cards, playing, there)
    desk = OwnerDesk(setup, examined_parts, speak, playing, enrolling)
    host = PhoneHost(hears, teller, address, time.monotonic, secrets.token_bytes, desk.wants)
    return TablePhones(edge, host, desk)


class TablePhones:
    """The phones of a running table. The main thread starts and stops them."""

    def __init__(
        self,
        edge: SocketEdge,
        host: "PhoneHost | None" = None,
        desk: "OwnerDesk | None" = None,
        *,
        fault: hw.Fault | None = None,
    ) -> None:
        """`desk` does what the owner's phone asks for."""
        self._edge, self._host, self._desk = edge, host, desk
        self.faults: tuple[hw.Fault, ...] = () if fault is None else (fault,)
        """The reasons why there are none, although they are wanted."""

    @property
    def requests(self) -> Callable[[PhoneRequest], None] | None:
        """Return what passes the session's requests on, or None if no seat can be played from a phone."""
        return None if self._host is None else self._request

    def beside(self, other: Callable[[Published], None] | None) -> Callable[[Published], None] | None:
        """Return what tells each view to `other` and to the phones; None if that is nobody."""
        host = self._host
        if host is None:
            return other

        def both(published: Published) -> None:
            host.publish(published)
            if other is not None:
                other(published)

        return both

    def services(self) -> "list[PhoneSocket]":
        """Return what serves them at their socket."""
        if self._host is None:
            return []
        from table.devices.phones.phone_socket import PhoneSocket

        return [PhoneSocket(self._host)]

    def start(self, failed: Callable[[str, BaseException], None]) -> None:
        """Start what does the wishes of the owner's phone. `failed` gets the errors of its threads."""
        if self._desk is not None:
            self._desk.open(self._give, failed)
            self._desk.start()

    def stop(self) -> None:
        if self._desk is not None:
            self._desk.stop()

    def _give(self, guest: int, given: "SetupAnswer | SentFile") -> None:
        if self._host is not None:
            self._host.give(guest, given)
        self._edge.wake()

    def _request(self, request: PhoneRequest) -> None:
        if self._host is not None:
            self._host.request(request)
        self._edge.wake_at_rest()
