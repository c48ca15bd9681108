"""The real `pcscd`, with virtual readers in it, and the driver above: `make pcsc`."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from hal.events import ReaderBack, ReaderEvent, ReaderGone, TagLifted, TagPlaced, TagUnclear, Unclear
from hal.holders import Holder, socket_users
from hal.readers import Readers
from hal.readers.pcsc.found import readers_of
from hal.readers.pcsc.library import PcscLibrary, real_library
from hal.readers.pcsc.service import DAEMON_SOCKET
from hal.readers.pcsc.settings import PcscSettings
from hal.readers.record import RECORD_SIZE, write_record
from hal.readers.type2 import SAK
from sim_hardware.nfc.pcsc.real_daemon import NAME, RealDaemon, missing
from sim_hardware.nfc.pcsc.virtual_card import VirtualCard
from sim_hardware.nfc.tags import NTAG213, Classic, Ntag

pytestmark = pytest.mark.pcsc

CARD = bytes.fromhex("04A1B2C3D4E5F6")
RECORD = bytes(range(RECORD_SIZE))
WITHIN_S = 5.0
KEEPS_CARD = """
import ctypes, sys
library, context, card, protocol = ctypes.CDLL("libpcsclite.so.1"), ctypes.c_long(), ctypes.c_long(), ctypes.c_ulong()
library.SCardEstablishContext(2, None, None, ctypes.byref(context))
arguments = (context, sys.argv[1].encode(), 1, 3, ctypes.byref(card), ctypes.byref(protocol))
for _ in range(100000):  # the daemon takes a moment until the card is in its slot
    if not (error := library.SCardConnect(*arguments)):
        break
print(error, flush=True)
input()
"""
"""Another program, which connects to a card with SCARD_SHARE_EXCLUSIVE, and prints the result."""


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[RealDaemon]:
    lacks = missing()
    assert not lacks, lacks
    running = RealDaemon(tmp_path / "readers")
    running.start()
    yield running
    running.stop()


class RealDesk:
    """A reader polled in real time."""

    def __init__(self, reader: str = f"{NAME} 00 00", users: Callable[[], tuple[Holder, ...]] = tuple) -> None:
        settings = PcscSettings("desk", lambda: PcscLibrary(real_library()), reader, users=users)
        self.readers = Readers(None, [settings])

    def until(self, wanted: Callable[[ReaderEvent], bool]) -> ReaderEvent:
        end_s = time.monotonic() + WITHIN_S
        while time.monotonic() < end_s:
            for event in self.readers.poll(time.monotonic()):
                if wanted(event):
                    return event
            time.sleep(self.readers.poll_interval_s)
        raise AssertionError("it was not reported")

    def placed(self) -> TagPlaced:
        event = self.until(lambda event: isinstance(event, TagPlaced))
        assert isinstance(event, TagPlaced)
        return event


def lifted(event: ReaderEvent) -> bool:
    return isinstance(event, TagLifted)


@pytest.mark.parametrize("tag", [Ntag(CARD, NTAG213), Classic(bytes.fromhex("DEADBEEF"))], ids=["NTAG213", "Classic"])
def test_a_card_comes_with_its_whole_uid_and_goes(daemon: RealDaemon, tag: Ntag | Classic) -> None:
    desk, card = RealDesk(), VirtualCard(daemon.port, tag)
    desk.until(lifted)
    card.lay()
    assert desk.placed().tag.unseal().uid == tag.uid
    card.lift()
    desk.until(lifted)
    desk.readers.close()


def test_a_record_is_written_through_the_daemon_and_read_with_the_next_laying(daemon: RealDaemon) -> None:
    desk, card = RealDesk(), VirtualCard(daemon.port, Ntag(CARD, NTAG213))
    card.lay()
    assert desk.placed().tag.unseal().record is None
    transport, sak = desk.readers.reader("desk").select(CARD)
    assert sak == SAK
    write_record(transport, RECORD)
    desk.readers.reader("desk").release()
    card.lift()
    desk.until(lifted)
    card.lay()
    assert desk.placed().tag.unseal().record == RECORD
    card.lift()
    desk.readers.close()


def test_a_card_in_one_virtual_reader_is_not_read_by_the_other(daemon: RealDaemon) -> None:
    first, second = RealDesk(f"{NAME} 00 00"), RealDesk(f"{NAME} 00 01")
    second.until(lifted)
    card = VirtualCard(daemon.port, Ntag(CARD, NTAG213))
    card.lay()
    assert first.placed().tag.unseal().uid == CARD
    assert not any(isinstance(event, TagPlaced) for event in second.readers.poll(time.monotonic()))
    card.lift()
    first.readers.close()
    second.readers.close()


@pytest.mark.usefixtures("daemon")
def test_the_daemon_lists_its_readers_and_reports_no_plug_while_there_is_none() -> None:
    service = PcscLibrary(real_library())
    assert [service.plugged() for _ in range(3)] == [True, False, False]
    readers = readers_of(service.slot(name) for name in service.readers())
    assert [reader.candidates for reader in readers] == [(f"{NAME} 00 00",), (f"{NAME} 00 01",)]
    service.close()


def test_a_daemon_that_ends_is_missed_and_found_again(daemon: RealDaemon) -> None:
    desk = RealDesk()
    desk.until(lambda event: isinstance(event, ReaderBack))
    daemon.stop()
    gone = desk.until(lambda event: isinstance(event, ReaderGone))
    assert isinstance(gone, ReaderGone)
    assert gone.fault.code == "reader.no_daemon"
    daemon.start()
    desk.until(lambda event: isinstance(event, ReaderBack))
    desk.readers.close()


@pytest.mark.usefixtures("daemon")
def test_a_reader_that_is_not_there_is_reported_missing() -> None:
    gone = RealDesk("ACR122U").until(lambda event: isinstance(event, ReaderGone))
    assert isinstance(gone, ReaderGone)
    assert gone.fault.code == "reader.not_plugged"


def test_a_program_that_keeps_a_card_for_itself_is_named(daemon: RealDaemon) -> None:
    card = VirtualCard(daemon.port, Ntag(CARD, NTAG213))
    card.lay()
    with subprocess.Popen(
        [sys.executable, "-c", KEEPS_CARD, f"{NAME} 00 00"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as keeper:
        assert keeper.stdout is not None
        assert keeper.stdout.readline() == "0\n"
        desk = RealDesk(users=partial(socket_users, DAEMON_SOCKET))
        unclear = desk.until(lambda event: isinstance(event, TagUnclear))
        keeper.communicate("\n")
    assert isinstance(unclear, TagUnclear)
    assert unclear.why is Unclear.HELD
    assert f"(process {keeper.pid})" in unclear.detail
    assert desk.placed().tag.unseal().uid == CARD
    card.lift()
    desk.readers.close()
