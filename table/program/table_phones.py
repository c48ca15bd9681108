"""The phones that may play a seat. If the configuration does not allow them, nothing of them is imported or created."""

import logging
import secrets
import socket
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from table.config.schema import WebConfig
from table.devices.edge.edge import SocketEdge
from table.games.table_games import TableGames
from table.records.open_match import OpenMatch
from table.session.phones.phone_ways import PhoneWay
from table.session.ports import PhoneMessage, PhoneRequest
from table.view.published import HelperRole, PhonePlace, PhoneState, Published, ScreenRole
from table.words import Words, languages

if TYPE_CHECKING:
    from table.devices.owner_desk.desk import OwnerDesk
    from table.devices.phones.phone_host import PhoneHost
    from table.devices.phones.phone_socket import PhoneSocket
    from table.devices.phones.wishes import SentFile, SetupAnswer
    from table.devices.tags.live_cards import LiveCards
    from table.program.phone_access.web_process import WebProcess

log = logging.getLogger(__name__)

PAGE, SCREEN_PAGE = "/phone", "/table"


class PhoneCalls(Struct, frozen=True):
    """The calls that phones make into the running table and its program. Any thread may make them."""

    receive: Callable[[PhoneMessage], None]
    """Puts a message into the session's inbox."""
    play: Callable[[], OpenMatch | None]
    """Returns the match in play."""
    helper: Callable[[HelperRole], PhoneWay | None]
    """Returns the state of a helper's phone."""
    cards: Callable[[], "LiveCards"]
    """Returns the cards of the table's tags."""
    speak: Callable[[str], None]
    """Switches the screen to a language."""
    examine: Callable[[Words], "SetupAnswer"]
    """Returns the doctor's findings without touching a device."""


def table_phones(
    web: WebConfig,
    games: TableGames,
    language: str,
    calls: PhoneCalls,
    edge: SocketEdge,
    access: "WebProcess | None" = None,
) -> "TablePhones":
    """Return the phones that the configuration allows. `language` is the table's own. `edge` serves them.

    `access` is the web program that the table has started; without it, the configuration names its address.
    """
    if not web.phones:
        return TablePhones(edge)
    from table.devices.owner_desk.brought_lists import editions_of
    from table.devices.owner_desk.desk import OwnerDesk
    from table.devices.owner_desk.enrolling import Enrolling
    from table.devices.phones.phone_host import PhoneHost
    from table.devices.phones.phone_views import PhoneViews
    from table.devices.phones.spent_codes import SpentCodes
    from table.records.folder import PHONE_CODES
    from table.view.sentences import Sayings

    sayings = Sayings({each: games.words(each) for each in languages()})
    teller = PhoneViews(sayings, calls.play, editions_of(games))
    configured = web.address(socket.gethostname())

    def pages(place: PhonePlace) -> tuple[str, ...]:
        page = SCREEN_PAGE if place is ScreenRole.SCREEN else PAGE
        return pages_at((configured,) if access is None else access.news.addresses, page)

    def playing() -> bool:
        return calls.play() is not None

    def there(guest: int) -> bool:
        way = calls.helper(HelperRole.SETUP)
        return way is not None and (way.state, way.guest) == (PhoneState.HELD, guest)

    enrolling = Enrolling(games, calls.cards, playing, there)
    desk = OwnerDesk(games, language, calls.examine, calls.speak, playing, enrolling, calls.receive)
    if (mirror := None if access is None else access.mirror) is not None:
        mirror.wake_browser = edge.wake
    spent = SpentCodes(games.folder / PHONE_CODES)
    host = PhoneHost(calls.receive, teller, pages, time.monotonic, secrets.token_bytes, desk.wants, mirror, spent)
    return TablePhones(edge, host, desk)


def pages_at(addresses: Iterable[str], page: str = PAGE) -> tuple[str, ...]:
    """Return the addresses of the page of phones, or of another page, at a web program."""
    return tuple(each + page for each in addresses)


class TablePhones:
    """The phones of a running table. The main thread starts and stops them."""

    def __init__(self, edge: SocketEdge, host: "PhoneHost | None" = None, desk: "OwnerDesk | None" = None) -> None:
        """`desk` carries out the requests of the owner's phone."""
        self._edge, self._host, self._desk = edge, host, desk

    @property
    def requests(self) -> Callable[[PhoneRequest], None] | None:
        """Return a function that passes the session's requests on, or None if no seat can be played from a phone."""
        return None if self._host is None else self._request

    @property
    def watchers(self) -> tuple[Callable[[Published], None], ...]:
        """Return the watchers that get each view on the publishing thread; empty without phones."""
        return () if self._host is None else (self._host.publish,)

    def services(self) -> "list[PhoneSocket]":
        """Return the service at their socket."""
        if self._host is None:
            return []
        from table.devices.phones.phone_socket import PhoneSocket

        return [PhoneSocket(self._host)]

    def start(self, failed: Callable[[str, BaseException], None]) -> None:
        """Start the desk of the owner's phone. `failed` gets the errors of its threads."""
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
