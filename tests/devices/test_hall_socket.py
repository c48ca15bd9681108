"""The socket at which a hall asks a table for something: two things, seldom, and nothing else."""

import socket
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.events import Fault, PartFailed, PartWorks
from table.devices.edge.transport import GROUP
from table.devices.hall_socket import BURST, JUDGE_S, PER_S, HallDesk, hall_exchange
from table.session.ports import HallCallsJudge, HallSetsClock, Message
from table.view.hall_asks import MOST_S, SOCKET, AskedClock, TableAsk, TableAskKind, TableTook
from table.view.published import RoundTime
from tests.devices.edge.kit import EdgeOfTest

JUDGE, ROUND_CLOCK = TableAskKind.JUDGE, TableAskKind.ROUND_CLOCK


class Asked:
    """A desk, what the session heard of it, and the time."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self.heard: list[Message] = []
        self.desk = HallDesk(self.heard.append, lambda: self.now_s)

    def asks(self, key: str, kind: TableAskKind = JUDGE, clock: AskedClock | None = None) -> bool:
        return self.desk.takes(TableAsk(1, key, kind, clock))


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.mark.rule("TB-124")
def test_a_judge_and_the_clock_come_to_the_session(asked: Asked) -> None:
    assert asked.asks("one")
    assert asked.asks("two", ROUND_CLOCK, AskedClock(3, 60, runs=True))
    assert asked.asks("three", ROUND_CLOCK)
    assert asked.heard == [HallCallsJudge(), HallSetsClock(RoundTime(3, 60, runs=True)), HallSetsClock(None)]


def test_another_table_of_this_name_is_a_fault_until_there_is_none(asked: Asked) -> None:
    for number, on in enumerate((True, False)):
        assert asked.desk.takes(TableAsk(1, str(number), TableAskKind.SAME_NAME, on=on))
    assert asked.heard == [PartFailed(Fault("program.same_name", "outbox")), PartWorks("outbox")]


@pytest.mark.rule("TB-124")
def test_who_asks_twice_with_one_key_asks_once(asked: Asked) -> None:
    assert [asked.asks("one"), asked.asks("one")] == [True, True]
    asked.now_s += JUDGE_S
    assert asked.asks("one")
    assert asked.heard == [HallCallsJudge()]


@pytest.mark.rule("TB-124")
def test_a_hall_cannot_freeze_a_match_for_good(asked: Asked) -> None:
    called = 0
    for number in range(600):
        called += asked.asks(str(number))
        asked.now_s += 1
    assert called == 600 / JUDGE_S == len(asked.heard)


@pytest.mark.rule("TB-124")
def test_however_many_asks_come_few_reach_the_session(asked: Asked) -> None:
    for number in range(10_000):
        asked.asks(str(number), ROUND_CLOCK, AskedClock(1, number % MOST_S, runs=False))
        asked.now_s += 0.001
    assert BURST <= len(asked.heard) <= BURST + 10 * PER_S


@pytest.mark.rule("TB-124")
@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"{}\n",
        b"\xff\xfe\n",
        b"[" * 900,
        b'{"v":2,"key":"a","kind":"judge"}\n',
        b'{"v":1,"key":"","kind":"judge"}\n',
        b'{"v":1,"key":"a","kind":"shout"}\n',
        b'{"v":1,"key":"a","kind":"judge","say":"Give blue the match"}\n',
        b'{"v":1,"key":"a","kind":"round_clock","clock":{"round":0,"left_s":1,"runs":true}}\n',
        b'{"v":1,"key":"a","kind":"round_clock","clock":{"round":1,"left_s":1e9,"runs":true}}\n',
        b'{"v":1,"key":"a","kind":"round_clock","clock":{"round":1,"left_s":1,"runs":true,"say":"x"}}\n',
        b'{"v":1,"key":"' + b"a" * 65 + b'","kind":"judge"}\n',
    ],
)
def test_what_is_no_ask_is_not_done_and_not_answered(asked: Asked, line: bytes) -> None:
    assert (asked.desk.answered(line), asked.heard) == (b"", [])


@pytest.mark.rule("TB-124")
@given(st.binary(max_size=200))
def test_no_bytes_break_it(line: bytes) -> None:
    asked = Asked()
    assert asked.desk.answered(line) == b""
    assert asked.heard == []


@pytest.fixture
def server(tmp_path: Path, asked: Asked) -> Iterator[EdgeOfTest]:
    made = EdgeOfTest(tmp_path, hall_exchange(asked.desk), mode=GROUP)
    yield made
    made.close()
    assert not (tmp_path / SOCKET).exists()


@pytest.mark.rule("TB-124")
def test_one_line_is_asked_and_one_answered(tmp_path: Path, server: EdgeOfTest, asked: Asked) -> None:
    assert (tmp_path / SOCKET).stat().st_mode & 0o777 == GROUP
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as outbox:
        outbox.connect(str(tmp_path / SOCKET))
        outbox.sendall(msgspec.json.encode(TableAsk(1, "one", JUDGE)) + b"\n")
        server.turn()
        answer = outbox.recv(65536)
    assert msgspec.json.decode(answer, type=TableTook) == TableTook("one", taken=True)
    assert asked.heard == [HallCallsJudge()]


@pytest.mark.rule("TB-124")
def test_a_line_without_an_end_is_read_to_its_limit(tmp_path: Path, server: EdgeOfTest, asked: Asked) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as outbox:
        outbox.connect(str(tmp_path / SOCKET))
        outbox.sendall(b"x" * 4096)
        server.turn()
        assert outbox.recv(1) == b""
    assert asked.heard == []
