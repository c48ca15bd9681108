"""Phones are let to a table by its configuration, and are not there at all without it."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from table.config import Config
from table.config.schema import StateConfig, TlsConfig, WebConfig
from table.devices.edge.edge import SocketEdge
from table.devices.phones.wishes import SetupAct, SetupAnswer
from table.devices.setup import Setup
from table.devices.tags.card_book import CardBook
from table.devices.tags.live_cards import LiveCards
from table.program.table_phones import PAGE, PhoneCalls, TablePhones, table_phones
from table.program.table_sockets import open_sockets
from table.rules.seats import BLUE
from table.session.ports import InvitePhone, PhoneInvited, PhoneMessage
from table.view.seat_frames import SOCKET
from tests.devices.edge.kit import served, unserved

NO_FINDINGS = SetupAnswer(SetupAct.DOCTOR)


def setup_of(folder: Path, *, phones: bool) -> Setup:
    return Setup.of(replace(Config(), state=StateConfig(folder=str(folder)), web=WebConfig(phones=phones)))


def phones_of(
    folder: Path, receives: Callable[[PhoneMessage], None], edge: SocketEdge | None = None, *, phones: bool = True
) -> TablePhones:
    cards = LiveCards(CardBook({}), folder)
    setup = setup_of(folder, phones=phones)
    calls = PhoneCalls(receives, lambda: None, lambda _: None, lambda: cards, lambda _: None, lambda _: NO_FINDINGS)
    return table_phones(setup.config.web, setup.games, "en", calls, edge or unserved())


def failed(name: str, error: BaseException) -> None:
    raise AssertionError(name) from error


@pytest.mark.slow
@pytest.mark.rule("TB-120")
def test_a_table_without_them_has_no_thread_and_no_socket(tmp_path: Path) -> None:
    threads = threading.active_count()
    phones = phones_of(tmp_path, lambda _: None, phones=False)
    phones.start(failed)
    assert (phones.services(), phones.requests, phones.watchers) == ([], None, ())
    assert (threading.active_count(), [*tmp_path.iterdir()]) == (threads, [])
    phones.stop()


@pytest.mark.rule("TB-120")
def test_in_a_shared_folder_the_socket_of_phones_has_a_folder_of_its_own(tmp_path: Path) -> None:
    edge, shared = unserved(), tmp_path / "shared"
    shared.mkdir()
    web = WebConfig(phones=True, sockets=str(shared))
    phones = phones_of(tmp_path, lambda _: None, edge)
    faults = open_sockets(edge, StateConfig(folder=str(tmp_path)), web, list, list, phones.services, list, None)
    assert faults == ()
    assert [*shared.iterdir()] == [shared / "phones"]
    assert (shared / "phones").stat().st_mode & 0o007 == 0
    assert (shared / "phones" / SOCKET).stat().st_mode & 0o777 == 0o660
    edge.close(0)


@pytest.mark.slow
@pytest.mark.rule("TB-120")
def test_with_them_a_seat_gets_its_code_from_a_thread_of_its_own(tmp_path: Path) -> None:
    heard: list[PhoneMessage] = []
    came = threading.Event()

    def receives(message: PhoneMessage) -> None:
        heard.append(message)
        came.set()

    edge = unserved()
    phones = phones_of(tmp_path, receives, edge)
    with served(tmp_path, *phones.services(), edge=edge):
        phones.start(failed)
        assert (tmp_path / SOCKET).stat().st_mode & 0o777 == 0o600
        assert phones.requests is not None
        phones.requests(InvitePhone(BLUE))
        edge.rests()
        assert came.wait(10)
        message = heard[0]
        assert isinstance(message, PhoneInvited)
        address, _, secret = message.address.partition("#")
        assert (address, len(secret)) == ("http://127.0.0.1:7500/phone", 22)
        phones.stop()
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("web", "address"),
    [
        (WebConfig(listen="0.0.0.0"), "http://pi.local:7500/phone"),
        (WebConfig(listen="::"), "http://pi.local:7500/phone"),
        (WebConfig(listen="192.168.1.5", port=8000), "http://192.168.1.5:8000/phone"),
        (WebConfig(listen="fd00::1"), "http://[fd00::1]:7500/phone"),
        (WebConfig(listen="0.0.0.0", hosts=("table.lan", "other")), "http://table.lan:7500/phone"),
        (
            WebConfig(listen="0.0.0.0", hosts=("table.example",), tls=TlsConfig(cert="/c.pem", key="/k.pem")),
            "https://table.example:7500/phone",
        ),
        (WebConfig(hosts=("fd00::1",)), "http://[fd00::1]:7500/phone"),
    ],
)
def test_the_code_leads_to_the_page_as_the_owner_has_named_the_table(web: WebConfig, address: str) -> None:
    assert web.address("pi") + PAGE == address
