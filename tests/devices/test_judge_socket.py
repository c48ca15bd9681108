"""A judge at a terminal, over the socket of the table that runs. TB-77."""

import contextlib
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from pytest_mock import MockerFixture

from hal.computer.local_sockets import connect
from table.devices import judge_socket
from table.devices.edge.edge import SocketEdge
from table.devices.edge.exchange import GUESTS, PATIENCE_S
from table.devices.edge.transport import PER_S
from table.devices.judge_desk import JudgeDesk, TerminalMessage
from table.devices.judge_socket import (
    ANSWER_S,
    NAME,
    TURN_S,
    JudgeStatus,
    NoTableError,
    asked,
    line_of,
)
from table.devices.watchdog import STUCK_S
from table.program.commands.judge import command
from table.rules.commands import Answer
from table.rules.fairness import WORDS
from table.rules.match.questions import NUMBER
from table.rules.seats import BLUE
from table.session.names_of_players import PLAYER
from table.session.phones.phone_ways import ACCEPT, ACCEPT_JUDGE, AWAY, INVITE, INVITE_JUDGE
from table.session.ports import PhoneInvited, PhoneKnocked
from table.view.published import PhoneState
from tests.devices.edge.kit import EdgeOfTest
from tests.session.kit import SessionTable


class Bench:
    """A table in play, its socket, and what one states into it, all on one thread."""

    def __init__(self, folder: Path, table: SessionTable | None = None) -> None:
        self.table = SessionTable(folder).begun() if table is None else table
        self.folder = folder
        self.desk = JudgeDesk(self.does, lambda: self.table.now, None if table is None else table.session.helper)
        self.now_s = 0.0
        self.control = EdgeOfTest(folder, self.desk.service(), now_s=lambda: self.now_s)

    def does(self, message: TerminalMessage, done: Callable[[], None]) -> None:
        self.table.receives(message)
        done()

    def asks(self, line: bytes) -> JudgeStatus:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.connect(str(self.folder / NAME))
            client.sendall(line)
            client.shutdown(socket.SHUT_WR)
            self.control.turn()
            heard = b""
            while more := client.recv(65536):
                heard += more
        return msgspec.json.decode(heard, type=JudgeStatus)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.control.close()
    bench.table.session.close()


@pytest.mark.rule("TB-77")
def test_the_socket_is_the_owners_alone_and_goes_with_the_table(bench: Bench) -> None:
    assert (bench.folder / NAME).stat().st_mode & 0o777 == 0o600
    bench.control.close()
    assert not (bench.folder / NAME).exists()


@pytest.mark.rule("TB-77")
def test_a_socket_that_a_killed_table_left_behind_is_replaced(bench: Bench) -> None:
    EdgeOfTest(bench.folder, bench.desk.service()).close()


@pytest.mark.rule("TB-77")
def test_looking_changes_nothing(bench: Bench) -> None:
    before = bench.table.now
    standing = bench.asks(b'"look"\n')
    assert (standing.done, standing.judged) == (True, False)
    assert standing.desks == before.desks, "it tells whose focus stands where, as the screen does"
    assert bench.table.now is before


@pytest.mark.rule("TB-77")
def test_the_judge_calls_and_goes(bench: Bench) -> None:
    assert bench.asks(b'"call"\n').judged
    assert bench.table.asked() == ["match.judge.go_on"]
    gone = bench.asks(msgspec.json.encode(Answer(BLUE, "match.judge.go_on")) + b"\n")
    assert (gone.done, gone.judged) == (True, False)
    assert b'"how":"terminal"' in bench.table.journal_text()


@pytest.mark.rule("TB-77")
def test_nobody_plays_through_it(bench: Bench) -> None:
    """Answers are taken while the judge has the table, and no question of the game is open then."""
    played = Answer(BLUE, "match.end", "finish")
    assert bench.asks(msgspec.json.encode(played)).why == "not_called"
    bench.asks(b'"call"')
    assert bench.asks(msgspec.json.encode(played)).why == "not_offered"
    assert bench.table.now.view is not None
    assert not bench.table.now.view.over


@pytest.mark.rule("TB-77")
@pytest.mark.parametrize("number", [0, 7, 99, WORDS.start - 1, WORDS.stop, "7", None])
def test_a_seats_number_is_not_dialled_through_it(bench: Bench, number: int | str | None) -> None:
    """The seat dials it at the table. Only words are given at a terminal, and they stand for no number of the dial."""
    dialled = bench.asks(msgspec.json.encode(Answer(BLUE, NUMBER, number)))
    assert (dialled.done, dialled.why) == (False, "not_called")


@pytest.mark.rule("TB-77")
@pytest.mark.parametrize(
    "answer",
    [
        Answer(BLUE, INVITE),
        Answer(BLUE, ACCEPT, "yes"),
        Answer(BLUE, AWAY),
        Answer(BLUE, INVITE_JUDGE),
        Answer(BLUE, ACCEPT_JUDGE, "yes"),
        Answer(BLUE, PLAYER, "Ann"),
        Answer(BLUE, NUMBER, 7),
    ],
    ids=lambda answer: answer.prompt,
)
def test_with_a_judge_at_the_table_no_seat_is_spoken_for_there(tmp_path: Path, answer: Answer) -> None:
    """Or whoever reaches this socket lets a phone of their own in at the other seat, and reads its cards."""
    table = SessionTable(tmp_path, phones=True).begun()
    bench = Bench(tmp_path, table)
    table.receives(Answer(BLUE, INVITE))
    table.receives(PhoneInvited(BLUE, "http://table/phone#secret"), PhoneKnocked(BLUE, 7, (3, 70)))
    assert bench.asks(b'"call"').judged
    before = table.now.desks
    asked = bench.asks(msgspec.json.encode(answer))
    assert (asked.done, asked.why) == (False, "not_offered")
    assert table.now.desks == before
    bench.control.close()
    table.session.close()


@pytest.mark.rule("TB-77")
@pytest.mark.parametrize(
    "rubbish", [b"", b"\n", b"{}\n", b"\xff\xfe\x00\n", b'"shout"\n', b"[" * 5000, b'{"more":' + b"[" * 9000]
)
def test_rubbish_is_answered_and_forgotten(bench: Bench, rubbish: bytes) -> None:
    assert bench.asks(rubbish).why == "not_understood"
    assert bench.asks(b'"look"\n').done


@pytest.mark.rule("TB-123")
def test_the_owner_asks_there_for_a_helpers_phone(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, phones=True).begun()
    bench = Bench(tmp_path, table)
    wish = b'{"role":"judge","act":"invite"}\n'
    asked_for = bench.asks(wish)
    assert asked_for.phone is not None
    assert (asked_for.done, asked_for.phone.state) == (True, PhoneState.ASKED)
    assert bench.asks(b'{"role":"setup"}\n').phone is None
    assert bench.asks(b'{"role":"judge","act":"away"}\n').phone is None
    for other in (b'{"role":"owner"}\n', b'{"role":"screen","act":"invite"}\n'):
        assert bench.asks(other).why == "not_understood"
    bench.control.close()
    table.session.close()


@pytest.mark.rule("TB-123")
def test_where_phones_are_off_it_reports_it(bench: Bench) -> None:
    assert bench.asks(b'{"role":"setup","act":"invite"}\n').why == "no_phones"


def reached(folder: Path, line: bytes = b"") -> socket.socket:
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    client.settimeout(PATIENCE_S)
    client.connect(str(folder / NAME))
    client.sendall(line)
    return client


@pytest.mark.rule("TB-77")
@pytest.mark.parametrize("line", [b"", b'"lo', b'"look"\n'], ids=["silent", "half a line", "reads nothing"])
def test_clients_that_are_slow_keep_no_judge_waiting(bench: Bench, line: bytes) -> None:
    slow = [reached(bench.folder, line) for _ in range(8)]
    assert bench.asks(b'"call"\n').judged
    for client in slow:
        client.close()


@pytest.mark.rule("TB-77")
def test_who_reports_nothing_is_sent_away_in_its_time(bench: Bench) -> None:
    silent = reached(bench.folder)
    bench.control.turn()
    bench.now_s += PATIENCE_S
    bench.control.turn()
    assert silent.recv(1) == b""
    silent.close()


@pytest.mark.rule("TB-77")
def test_a_flood_of_clients_pushes_out_the_first_and_not_the_judge(bench: Bench) -> None:
    flood = []
    for _ in range(GUESTS + 5):
        flood.append(reached(bench.folder))
        bench.control.turn()
    assert flood[0].recv(1) == b""
    assert bench.asks(b'"look"\n').done
    for client in flood:
        client.close()


class Drip:
    """A client that states a byte every quarter of a second, for ever."""

    now_s = 0.0

    def settimeout(self, seconds: float) -> None:
        assert seconds > 0

    def recv(self, _: int) -> bytes:
        self.now_s += 0.25
        return b"x"


def test_who_drips_is_not_heard_for_longer_than_who_is_silent() -> None:
    drip = Drip()
    with pytest.raises(TimeoutError):
        line_of(drip, PATIENCE_S, lambda: drip.now_s)
    assert drip.now_s == pytest.approx(PATIENCE_S)


@pytest.fixture
def full_socket(tmp_path: Path) -> Iterator[socket.socket]:
    """A table's socket where no further client may wait."""
    path = tmp_path / "control"
    with contextlib.ExitStack() as ends:
        listening = ends.enter_context(socket.socket(socket.AF_UNIX))
        listening.bind(str(path))
        listening.listen(1)
        with contextlib.suppress(BlockingIOError):
            while True:
                waiting = ends.enter_context(socket.socket(socket.AF_UNIX))
                waiting.setblocking(False)
                waiting.connect(str(path))
        yield listening


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such a client as if no table were there")
def test_a_terminal_waits_in_the_kernel_where_no_further_client_may_wait(full_socket: socket.socket) -> None:
    """A program that floods the socket would be quicker than one that tries again later."""
    path, came_in = Path(full_socket.getsockname()), threading.Event()

    def connects() -> None:
        with connect(path, PATIENCE_S):
            came_in.set()

    terminal = threading.Thread(target=connects)
    terminal.start()
    terminal.join(0.1)  # it may find the socket full, or not be there yet
    while not came_in.is_set():
        full_socket.accept()[0].close()
        terminal.join(0.1)
    terminal.join()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such a client as if no table were there")
def test_where_nobody_is_accepted_it_gives_up_after_its_time(full_socket: socket.socket) -> None:
    """The control: the socket is full, and stays so."""
    with pytest.raises(BlockingIOError):
        connect(Path(full_socket.getsockname()), 0.05)


def test_it_waits_until_1900_others_came_in_and_not_as_long_for_an_answer(
    mocker: MockerFixture,
) -> None:
    """Three hundred silent clients take the table ten seconds."""
    client = mocker.patch.object(judge_socket, "connect", return_value=mocker.MagicMock())
    client().__enter__().recv.return_value = msgspec.json.encode(JudgeStatus(done=True)) + b"\n"
    assert asked(Path(), "look").done
    assert client.call_args.args == (Path(NAME), TURN_S)
    assert TURN_S * PER_S > 1900
    client().__enter__().settimeout.assert_any_call(ANSWER_S)


@pytest.mark.rule("TB-77")
def test_what_is_hidden_is_not_reported(bench: Bench) -> None:
    bench.table.lays(BLUE, 3)
    bench.table.holds(BLUE)
    assert b"skirmish.card.3" not in msgspec.json.encode(bench.asks(b'"look"\n'))


@pytest.mark.rule("TB-77")
def test_where_no_table_runs_nobody_answers(tmp_path: Path) -> None:
    with pytest.raises(NoTableError, match="control"):
        asked(tmp_path, "look")


def judge(folder: Path, *stated: str) -> Result:
    config = folder / "table.toml"
    config.write_text(f'world = "emulated"\n[state]\nfolder = "{folder}"\n', "utf-8")
    return CliRunner().invoke(command, [*stated, "--config", str(config)])


class Attended(threading.Thread):
    """A table in play that takes one client after the other, as on a thread of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._ready, self._end = threading.Event(), threading.Event()

    def __enter__(self) -> None:
        self.start()
        assert self._ready.wait(10)

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self.join()

    def run(self) -> None:
        bench = Bench(self._folder)
        self._ready.set()
        while not self._end.is_set():
            bench.control.turn(1)
        bench.control.close()
        bench.table.session.close()


@pytest.mark.slow
@pytest.mark.rule("TB-77")
def test_the_commands(tmp_path: Path) -> None:
    with Attended(tmp_path):
        lines = (
            "ask",
            "call",
            "log",
            "answer nonsense",
            "answer match.judge.log 99",
            "go-on",
            "answer match.judge.go_on",
        )
        stated = {line: judge(tmp_path, *line.split()) for line in lines}
    assert "match.judge.go_on" not in stated["ask"].output
    assert "match.judge.go_on" in stated["call"].output
    assert "The judge was called" in stated["log"].output
    assert (stated["answer nonsense"].exit_code, stated["go-on"].exit_code) == (1, 0)
    assert "judge ask" in stated["answer nonsense"].output
    assert stated["answer match.judge.log 99"].exit_code == 1, "what is refused is no success"
    assert stated["answer match.judge.go_on"].exit_code == 1, "the match goes on already"
    assert "No table answers" in judge(tmp_path, "ask").output


@pytest.mark.slow
def test_the_thread_that_listens_is_watched_and_one_that_fails_reports_it_and_listens_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.devices.threads.FIRST_PAUSE_S", 0.01)
    now_s, reported = [0.0], list[str]()
    failed, asked_of, go = threading.Event(), threading.Event(), threading.Event()

    def fails(name: str, error: BaseException) -> None:
        reported.append(f"{name}: {error}")
        failed.set()

    def send(_: TerminalMessage, done: Callable[[], None]) -> None:
        if not reported:
            raise RuntimeError("the session is gone")
        asked_of.set()
        go.wait(PATIENCE_S)
        done()

    bench = SessionTable(tmp_path / "state").begun()
    terminal = SocketEdge(fails)
    terminal.pulse._now_s = lambda: now_s[0]
    terminal.open(tmp_path, [JudgeDesk(send, lambda: bench.now).service()])
    terminal.start()
    with pytest.raises(NoTableError):
        asked(tmp_path, "call")
    assert failed.wait(PATIENCE_S)
    assert reported == ["control: the session is gone"]
    client = threading.Thread(target=lambda: asked(tmp_path, "call"))
    client.start()
    assert asked_of.wait(PATIENCE_S)
    now_s[0] += STUCK_S + 1
    assert terminal.pulse.at_work_s() > STUCK_S
    go.set()
    client.join(PATIENCE_S)
    terminal.stop()
    terminal.close(PATIENCE_S)
    assert terminal.pulse.at_work_s() == 0
    bench.session.close()
