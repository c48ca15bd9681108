"""The socket of phones: whoever floods, does not read, or is no phone costs the table nothing, and is let go."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.campaigns.phone.trial_phone import ScriptedPhone
from table.devices.phones.phone_host import BEGUN_S, FRAME_S
from table.devices.phones.phone_socket import MOST_UNREAD, PhoneSocket
from table.rules.seats import BLUE
from table.session.phones.phone_ways import ACCEPT
from table.view.seat_frames import DOWN_BYTES, MOST_PHONES, SOCKET, UP_BYTES
from tests.devices.edge.kit import EdgeOfTest
from tests.devices.phones.kit import HostedTable


class Stand:
    """The server on the test's own thread, whose clock is the table's."""

    def __init__(self, folder: Path) -> None:
        self.table = HostedTable(folder)
        self.folder = folder
        self.server = EdgeOfTest(folder, PhoneSocket(self.table.host), now_s=lambda: self.table.now_s)
        self.clients: list[socket.socket] = []

    def turn(self, times: int = 4, seconds: float = 0.0) -> None:
        for _ in range(times):
            self.table.now_s += seconds
            self.server.turn()

    def joins(self) -> socket.socket:
        client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        client.settimeout(1.0)
        client.connect(str(self.folder / SOCKET))
        self.clients.append(client)
        self.turn()
        return client


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    stand = Stand(tmp_path)
    yield stand
    for client in stand.clients:
        client.close()
    stand.server.close()


def gone(client: socket.socket) -> bool:
    client.setblocking(False)
    try:
        while client.recv(65536):
            pass
    except ConnectionError:
        return True
    except BlockingIOError:
        return False
    return True


def whole(client: socket.socket) -> bytes:
    frame = b""
    while len(frame) < DOWN_BYTES:
        frame += client.recv(DOWN_BYTES - len(frame))
    return frame


def shake_hands(stand: Stand, phone: ScriptedPhone, client: socket.socket) -> None:
    """The table has the phone's first frame, and answers two before frames are encrypted."""
    for _ in range(2):
        for each in phone.receive(whole(client)):
            client.sendall(each)
        stand.turn()


def test_a_phone_comes_in_by_it(stand: Stand) -> None:
    secret = stand.table.invited()
    phone, client = ScriptedPhone(secret, stand.table.chance), stand.joins()
    hello = phone.hello()
    client.sendall(hello[:100])
    stand.turn()
    client.sendall(hello[100:])
    stand.turn()
    shake_hands(stand, phone, client)
    stand.turn(seconds=FRAME_S)
    assert any(prompt.key == ACCEPT for prompt in stand.table.now.prompts)
    stand.table.answers(BLUE, ACCEPT, "yes")
    stand.turn(seconds=FRAME_S)
    while not any(b'"sight"' in reported for reported in phone.received):
        phone.receive(whole(client))
    assert not gone(client)


def test_one_that_is_no_phone_is_let_go(stand: Stand) -> None:
    client = stand.joins()
    client.sendall(b"GET / HTTP/1.1\r\n".ljust(UP_BYTES, b"x"))
    stand.turn()
    assert gone(client)


def test_one_that_reports_nothing_is_let_go(stand: Stand) -> None:
    client = stand.joins()
    stand.turn(seconds=BEGUN_S)
    assert gone(client)


def test_silent_connections_do_not_keep_a_phone_out(stand: Stand) -> None:
    silent = [stand.joins() for _ in range(MOST_PHONES)]
    phone, client = ScriptedPhone(stand.table.invited(), stand.table.chance), stand.joins()
    assert [gone(each) for each in silent] == [True, *[False] * (MOST_PHONES - 1)], "the one that has waited longest"
    client.sendall(phone.hello())
    stand.turn()
    shake_hands(stand, phone, client)
    stand.turn(seconds=FRAME_S)
    assert any(prompt.key == ACCEPT for prompt in stand.table.now.prompts)


def test_a_phone_with_a_place_or_before_one_gives_it_to_nobody(stand: Stand) -> None:
    """Otherwise two addresses could take all places of phones, and a player's phone would be sent away."""
    phone, client = ScriptedPhone(stand.table.invited(), stand.table.chance), stand.joins()
    client.sendall(phone.hello())
    stand.turn()
    shake_hands(stand, phone, client)
    stand.turn(seconds=FRAME_S)
    silent = [stand.joins() for _ in range(5 * MOST_PHONES)]
    assert not gone(client)
    assert sum(not gone(each) for each in silent) < MOST_PHONES


def test_one_that_does_not_read_is_let_go_and_what_waits_for_it_has_a_limit(stand: Stand) -> None:
    connected = stand.table.with_phone()
    assert connected.phone.keys is not None
    secret = connected.phone.keys.next_secret
    connected.ends()
    phone, client = ScriptedPhone(secret, stand.table.chance), stand.joins()
    client.sendall(phone.hello())
    stand.turn()
    shake_hands(stand, phone, client)
    stand.turn(300, seconds=FRAME_S)
    assert MOST_UNREAD < 100 * DOWN_BYTES
    assert gone(client)
    assert stand.table.desk(BLUE).phone is not None, "the seat is its player's: it may come back"


def test_nothing_of_it_reaches_the_session(stand: Stand) -> None:
    before = stand.table.now
    for stated in (b"", bytes(UP_BYTES), bytes([1]) + bytes(UP_BYTES - 1), b"\xff" * 5 * UP_BYTES):
        client = stand.joins()
        client.sendall(stated)
        stand.turn(seconds=1.0)
    assert stand.table.now is before


def test_the_file_goes_with_the_server(tmp_path: Path) -> None:
    server = EdgeOfTest(tmp_path, PhoneSocket(HostedTable(tmp_path / "table").host))
    assert (tmp_path / SOCKET).exists()
    server.close()
    assert not (tmp_path / SOCKET).exists()
