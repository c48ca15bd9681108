"""Requests that an outbox passes on: the clock repeatedly, a judge once, and none that is too late."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from lab.campaigns.hall.simulated import SimulatedTable
from table.devices.edge.exchange import Exchange
from table.devices.hall_socket import HallDesk, hall_exchange
from table.network.broker import BrokerAccess
from table.network.hall.outbox import table_requests
from table.network.hall.outbox.table_requests import MOST_CALLS, SAME_NAME_S, TableRequests
from table.network.hall.wire.messages import VERSION, Ask, AskKind
from table.network.hall.wire.topics import ask_topic
from table.session.ports import HallCallsJudge, HallSetsClock, Message
from table.view.hall_asks import SOCKET, AskedClock, TableAskKind, TableTook
from table.view.published import RoundTime
from tests.devices.edge.kit import served


class Dialogue:
    """An outbox's asking, and the time."""

    def __init__(self, folder: Path) -> None:
        self.now_s, self.notices = 50.0, 0
        self.asking = TableRequests(folder / SOCKET, lambda: self.now_s, self._notify)

    def _notify(self) -> None:
        self.notices += 1

    def shown(self) -> AskedClock | None:
        return self.asking.shown

    def due(self) -> list[tuple[TableAskKind, str, AskedClock | None]]:
        return [(each.kind, each.key, each.clock) for each in self.asking.due()]


@pytest.fixture
def made(tmp_path: Path) -> Dialogue:
    return Dialogue(tmp_path)


JUDGE, ROUND_CLOCK = TableAskKind.JUDGE, TableAskKind.ROUND_CLOCK


def test_a_judge_is_asked_for_until_the_table_answers(made: Dialogue) -> None:
    made.asking.call_judge("one", 60)
    assert made.due() == made.due() == [(JUDGE, "one", None)]
    made.asking.took(TableTook("one", taken=True))
    assert made.due() == []


def test_another_table_of_this_name_is_reported_once_and_so_is_its_end(made: Dialogue) -> None:
    for _ in range(3):
        made.asking.note_kick()
        (ask,) = made.asking.due()
        assert (ask.kind, ask.on) == (TableAskKind.SAME_NAME, True)
        made.asking.took(TableTook(ask.key, taken=True))
        assert made.due() == []
        made.now_s += SAME_NAME_S / 2
    made.now_s += SAME_NAME_S
    (ask,) = made.asking.due()
    assert not ask.on
    made.asking.took(TableTook(ask.key, taken=True))
    assert made.due() == []


def test_a_judge_whom_the_table_does_not_call_now_is_not_called_later(made: Dialogue) -> None:
    made.asking.call_judge("one", 60)
    made.asking.took(TableTook("one", taken=False))
    assert made.due() == []


def test_a_judge_who_was_called_long_ago_does_not_come_to_a_table_that_was_off(made: Dialogue) -> None:
    made.asking.call_judge("one", 30)
    made.now_s += 29.9
    assert made.due()
    made.now_s += 0.1
    assert made.due() == []


def test_the_time_that_a_call_waited_at_the_broker_is_over(tmp_path: Path) -> None:
    now_s = [0.0]
    table = SimulatedTable("table-1", BrokerAccess("", 1, "", ""), tmp_path, lambda: now_s[0])
    call = msgspec.json.encode(Ask(VERSION, "one", AskKind.JUDGE, for_s=60))
    table.outbox.receive(ask_topic("table-1"), call, left_s=10)
    due = []
    for now_s[0] in (9.9, 10.0):
        due.append(len(table.outbox.requests.due()))
    assert due == [1, 0]


@pytest.mark.parametrize("kind", [AskKind.JUDGE, AskKind.ROUND_CLOCK])
@pytest.mark.parametrize(("key", "for_s"), [("one", 10**400), ("one", 10**6), ("one", -1), ("k" * 65, 60), ("", 60)])
def test_a_request_that_no_table_takes_is_not_passed_on(tmp_path: Path, kind: AskKind, key: str, for_s: int) -> None:
    """It would end the outbox, or keep all later requests waiting."""
    table = SimulatedTable("table-1", BrokerAccess("", 1, "", ""), tmp_path)
    for left_s in (None, 10):
        table.outbox.receive(ask_topic("table-1"), msgspec.json.encode(Ask(VERSION, key, kind, for_s=for_s)), left_s)
    assert table.outbox.requests.due() == []


def test_a_flood_of_calls_is_not_kept(made: Dialogue) -> None:
    for number in range(1000):
        made.asking.call_judge(str(number), 60)
    assert len(made.due()) == MOST_CALLS


def test_a_clock_that_was_on_its_way_is_as_late_as_it_was_and_goes_on(made: Dialogue) -> None:
    made.asking.set_clock("one", AskedClock(2, 600, runs=True), age_s=7)
    assert made.due() == [(ROUND_CLOCK, "one", AskedClock(2, 593, runs=True))]
    made.now_s += 10
    assert made.due() == [(ROUND_CLOCK, "one", AskedClock(2, 583, runs=True))]


def test_a_clock_that_stands_and_one_that_is_taken_away_do_not_move(made: Dialogue) -> None:
    made.asking.set_clock("one", AskedClock(2, 600, runs=False), age_s=7)
    made.now_s += 10
    assert made.due() == [(ROUND_CLOCK, "one", AskedClock(2, 600, runs=False))]
    made.asking.set_clock("two", None, age_s=7)
    assert made.due() == [(ROUND_CLOCK, "two", None)]


def test_what_the_table_shows_is_what_it_has_taken(made: Dialogue) -> None:
    made.asking.set_clock("one", AskedClock(2, 600, runs=True), age_s=0)
    assert made.shown() is None
    made.asking.took(TableTook("one", taken=True))
    made.now_s += 5
    assert (made.shown(), made.notices) == (AskedClock(2, 595, runs=True), 1)
    made.asking.took(TableTook("one", taken=True))
    assert made.notices == 1, "the hall is told once"
    made.asking.set_clock("two", AskedClock(3, 60, runs=True), age_s=0)
    assert made.shown() is None
    made.asking.took(TableTook("two", taken=False))
    assert (made.shown(), made.notices) == (None, 2)


async def until(asking: TableRequests, shown: AskedClock | None) -> None:
    task = asyncio.ensure_future(asking.run())
    try:
        async with asyncio.timeout(10):
            while asking.shown != shown:
                await asyncio.sleep(0.01)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.mark.slow
def test_a_table_that_is_switched_on_again_shows_the_clock_once_more(
    made: Dialogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_requests, "LOOK_S", 0.01)
    clock = AskedClock(2, 600, runs=False)
    made.asking.call_judge("judge", 60)
    made.asking.set_clock("clock", clock, age_s=0)
    for time in range(2):
        heard: list[Message] = []
        with served(tmp_path, hall_exchange(HallDesk(heard.append, lambda: 0.0))):
            assert made.asking.there
            asyncio.run(until(made.asking, clock))
        assert HallSetsClock(RoundTime(2, 600, runs=False)) in heard
        assert (HallCallsJudge() in heard) is (time == 0), "and no judge comes a second time"
        asyncio.run(until(made.asking, None))


@pytest.mark.slow
@pytest.mark.parametrize("answer", [b"", b"{}\n", b"\xff\n", b'{"key":"clock"', b"x" * 5000])
def test_a_table_that_answers_nonsense_is_asked_again(
    made: Dialogue, tmp_path: Path, answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_requests, "LOOK_S", 0.01)

    async def answers(_: bytes) -> bytes:
        return answer

    made.asking.set_clock("clock", None, age_s=0)

    async def tries() -> None:
        task = asyncio.ensure_future(made.asking.run())
        await asyncio.sleep(0.1)
        assert not task.done()
        task.cancel()

    with served(tmp_path, Exchange(SOCKET, answers, 1024)):
        asyncio.run(tries())
    assert made.notices == 0


def test_an_ask_is_one_line_that_the_table_reads(made: Dialogue) -> None:
    heard: list[Message] = []
    desk = HallDesk(heard.append, lambda: 0.0)
    made.asking.set_clock("one", AskedClock(999, -400_000, runs=True), age_s=0)
    for ask in made.asking.due():
        assert desk.answered(msgspec.json.encode(ask))
    assert heard == [HallSetsClock(RoundTime(999, -400_000, runs=True))]
