"""The real web program, started as a table starts it: it is reached, started again, and ends with the table."""

import http.client
import os
import queue
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pytest_mock import MockerFixture

from hal.computer.confinement import landlock_version
from lab.local_machine import free_port
from table.config.schema import WebConfig
from table.program.phone_access import web_process
from table.program.phone_access.web_pipe import WebNews, WebOrder
from table.program.phone_access.web_process import WebProcess

PATIENCE_S = 30.0
PRINTS = "import sys; sys.stdin.readline(); print(sys.argv[1], flush=True); sys.stdin.read()"
"""A program that prints its argument, and ends with its input."""


class Started:
    """A web program with the news that came of it."""

    def __init__(self, folder: Path, *command: str, port: int | None = None) -> None:
        order = WebOrder(WebConfig(phones=True, port=free_port() if port is None else port), str(folder))
        self.process = WebProcess(command) if command else WebProcess()
        self.news: queue.SimpleQueue[WebNews] = queue.SimpleQueue()
        self.process.start()
        self.process.order(order)
        self.process.listen(self.news.put)

    def next(self) -> WebNews:
        return self.news.get(timeout=PATIENCE_S)

    def end(self) -> None:
        self.process.stop()
        assert self.process.join(PATIENCE_S)


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Started]:
    started = Started(tmp_path)
    yield started
    started.end()


def port_of(news: WebNews) -> int:
    return urlsplit(news.addresses[0]).port or 0


def status_of(address: str, path: str) -> int:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE_S)
    connection.request("GET", path)
    status = connection.getresponse().status
    connection.close()
    return status


def process_id(process: WebProcess) -> int:
    child = process._child
    assert child is not None
    return child.pid


@pytest.mark.campaign
def test_it_serves_the_page_of_phones_confined_and_is_started_again_once_it_is_killed(web: Started) -> None:
    news = web.next()
    assert news.confined == bool(landlock_version())
    port = port_of(news)
    assert status_of(f"http://127.0.0.1:{port}", "/phone") == 200
    first = process_id(web.process)
    os.kill(first, signal.SIGKILL)
    assert web.next() == news
    assert process_id(web.process) != first
    assert status_of(f"http://127.0.0.1:{port}", "/phone") == 200


@pytest.mark.campaign
def test_it_takes_the_next_port_if_another_program_has_its_own(tmp_path: Path, web: Started) -> None:
    first = port_of(web.next())
    other = Started(tmp_path, port=first)
    assert first < port_of(other.next()) <= first + 9
    other.end()


@pytest.mark.slow
def test_it_keeps_its_port_though_the_first_one_has_become_free(tmp_path: Path, web: Started) -> None:
    """Pages connect to the port that they came from."""
    other = Started(tmp_path, port=port_of(web.next()))
    before = other.next()
    web.process.stop()
    assert web.process.join(PATIENCE_S)
    os.kill(process_id(other.process), signal.SIGKILL)
    assert other.next() == before
    other.end()


@pytest.mark.slow
def test_it_ends_when_its_table_is_gone() -> None:
    """A pipe that nobody holds any more is all that a killed table leaves."""
    command = [sys.executable, "-P", "-m", "table.program.commands.network.beside"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as child:  # type: ignore[call-overload]
        child.stdin.write(f'{{"web":{{"port":{free_port()}}},"state":""}}\n'.encode())
        child.stdin.flush()
        assert child.stdout.readline()
        child.stdin.close()
        assert child.wait(PATIENCE_S) in (0, -signal.SIGTERM)


def test_news_that_came_before_somebody_listens_are_not_lost(tmp_path: Path) -> None:
    process = WebProcess((sys.executable, "-c", PRINTS, '{"addresses":["http://a"]}'))
    heard: queue.SimpleQueue[WebNews] = queue.SimpleQueue()
    process.start()
    process.order(WebOrder(WebConfig(), str(tmp_path)))
    process.listen(heard.put)
    assert heard.get(timeout=PATIENCE_S) == WebNews(("http://a",))
    late: list[WebNews] = []
    process.listen(late.append)
    assert late == [WebNews(("http://a",))]
    process.stop()
    assert process.join(PATIENCE_S)


@pytest.mark.slow
def test_it_ends_without_an_order_if_the_table_does_not_open() -> None:
    process = WebProcess()
    process.start()
    process.stop()
    assert process.join(PATIENCE_S)


@pytest.mark.parametrize(
    "news",
    [
        "'nonsense'",
        pytest.param("""'{"addresses":["http://a' + 90 * "a" + '"]}'""", id="longer than a QR code holds"),
        """'{"addresses":["http://a/#"]}'""",
        """'{"port":65536}'""",
        pytest.param("'x' * 16384, end=''", id="a line without an end"),
    ],
)
def test_nonsense_from_it_starts_it_again(tmp_path: Path, news: str) -> None:
    flag = tmp_path / "again"
    program = f"""
import pathlib, sys
flag = pathlib.Path(sys.argv[1])
sys.stdin.readline()
print('{{"addresses":["http://b"]}}', flush=True) if flag.exists() else print({news}, flush=True)
flag.touch()
sys.stdin.read()
"""
    started = Started(tmp_path, sys.executable, "-c", program, str(flag))
    assert started.next() == WebNews(("http://b",))
    started.end()


def test_what_it_prints_is_logged_and_does_not_reach_the_terminal(tmp_path: Path, mocker: MockerFixture) -> None:
    """Once taken over it could steer the terminal, and read what is typed there."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    mocker.patch.object(web_process.log, "warning", lambda _, line: lines.put(line))
    program = "import sys; sys.stdin.readline(); print('oh', file=sys.stderr, flush=True); sys.stdin.read()"
    started = Started(tmp_path, sys.executable, "-c", program)
    assert lines.get(timeout=PATIENCE_S) == "oh"
    started.end()
