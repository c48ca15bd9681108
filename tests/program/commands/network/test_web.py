"""`command-table web`, as a program of its own: beside a table, before one, and where it cannot be."""

import json
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from lab.certificates import NAMES, Signed, signed
from lab.figures.web.watched import served
from lab.local_machine import resident_mb
from table.network.web.certificate import TlsFault
from table.program.cli import main
from table.rules.text import text
from table.words import Words
from tests.network.web.frames import FrameSource
from tests.patience import PATIENCE_S

BEGUN_S = 20.0
ARGS = ("file", "why", "address", "group", "cert", "secret", "hosts")
WATCHED = """
import os, sys
def heard(event, args):
    if event in ("open", "os.listdir", "os.scandir", "sqlite3.connect"):
        print(event, args[0], file=sys.stderr, flush=True)
sys.addaudithook(heard)
from table.program.entry import main
main()
"""


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def configured(tmp_path: Path, port: int) -> Path:
    file = tmp_path / "table.toml"
    state = tmp_path / "state"
    state.mkdir()
    (state / "cards.key").write_text("secret", "utf-8")
    file.write_text(f'[state]\nfolder = "{state}"\n[web]\nport = {port}\nspectators = "now"\n', "utf-8")
    return file


class FeedOf:
    """The socket of a table that has reported one frame."""

    name = "feed"

    def __init__(self) -> None:
        self._frames = FrameSource()

    def joined(self, now_s: float) -> bytes:
        return self._frames.joined()

    def step(self, now_s: float) -> bytes:
        return b""

    def next_s(self) -> float | None:
        return None


def with_tls(configuration: Path, made: Signed) -> Path:
    text_of = configuration.read_text("utf-8")
    configuration.write_text(f'{text_of}tls = {{cert = "{made.cert}", key = "{made.key}"}}\n', "utf-8")
    return configuration


@contextmanager
def program(configuration: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run it, with the names of all files that it opens in a file of its own."""
    command = [sys.executable, "-c", WATCHED, "web", "--config", str(configuration)]
    with opened_by_it(configuration).open("wb") as opened:
        running = subprocess.Popen(command, stderr=opened, stdout=subprocess.DEVNULL)
    try:
        yield running
    finally:
        running.kill()
        running.wait()


def opened_by_it(configuration: Path) -> Path:
    return configuration.with_name("opened")


def state_of(port: int, status: int, query: str = "", **headers: str) -> bytes:
    """Return what is answered once it is answered so. Real processes take real time to begin."""
    until_s = time.monotonic() + BEGUN_S
    while True:
        try:
            asked = urllib.request.Request(f"http://127.0.0.1:{port}/api/v1/state{query}", headers=headers)
            with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
                found, body = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            found, body = error.code, error.read()
        except OSError:
            found, body = 0, b""
        if found == status:
            return bytes(body)
        assert time.monotonic() < until_s, (found, body)
        threading.Event().wait(0.05)


@pytest.mark.slow
def test_it_serves_a_table_that_comes_later_and_opens_no_file_of_it(configured: Path, port: int) -> None:
    state = configured.parent / "state"
    with program(configured) as running:
        assert state_of(port, 503) == b'{"error":"no table"}'
        with served(state, FeedOf()):
            assert json.loads(state_of(port, 200))["epoch"] == "epoch"
        state_of(port, 503)
        running.send_signal(signal.SIGTERM)
        assert running.wait(BEGUN_S) == 0
    wanted = opened_by_it(configured).read_text("utf-8")
    assert "Traceback" not in wanted
    opened = [line for line in wanted.splitlines() if line.startswith(("open ", "os.", "sqlite3"))]
    assert any("schema.json" in line for line in opened), "what is opened is seen"
    assert [line for line in opened if str(state) in line] == []


@pytest.mark.slow
def test_a_local_file_is_let_in_by_a_token_until_it_is_revoked(configured: Path, port: int) -> None:
    def overlay(*words: str) -> str:
        return CliRunner().invoke(main, ["overlay", *words, "--config", str(configured)]).output

    with program(configured), served(configured.parent / "state", FeedOf()):
        state_of(port, 200)
        state_of(port, 403, Origin="null")
        (query,) = (line.partition("/events")[2] for line in overlay("allow", "obs").splitlines() if "?token=" in line)
        state_of(port, 200, query, Origin="null")
        overlay("revoke", "obs")
        state_of(port, 403, query, Origin="null")


def test_where_the_port_is_taken_it_explains_what_to_change(configured: Path, port: int) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        done = CliRunner().invoke(main, ["web", "--config", str(configured)])
    assert done.exit_code == 1
    assert f"127.0.0.1, port {port}" in done.stderr
    assert "[web] listen and port" in done.stderr


def test_with_a_certificate_it_is_open_by_https(configured: Path, tmp_path: Path, mocker: MockerFixture) -> None:
    mocker.patch("table.network.web.web_program.serve")
    done = CliRunner().invoke(main, ["web", "--config", str(with_tls(configured, signed(tmp_path)))])
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Open at https://127.0.0.1" in done.stdout


@pytest.mark.parametrize(
    ("names", "days", "stated"),
    [
        (("table.example",), (-1, 1), "for another name"),
        (NAMES, (-2, -1), "has expired"),
        (NAMES, (1, 2), "clock right"),
    ],
)
def test_a_certificate_that_browsers_will_refuse_is_reported_and_served(
    names: tuple[str, ...], days: tuple[int, int], stated: str, configured: Path, tmp_path: Path, mocker: MockerFixture
) -> None:
    mocker.patch("table.network.web.web_program.serve")
    done = CliRunner().invoke(main, ["web", "--config", str(with_tls(configured, signed(tmp_path, names, days)))])
    assert (done.exit_code, "Open at https://" in done.stdout) == (0, True)
    assert stated in done.stderr
    assert "https://127.0.0.1" in done.stderr


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_every_fault_of_a_certificate_has_words(language: str) -> None:
    for fault in TlsFault:
        sentence = Words(language).say(text(f"web.tls.{fault}", **dict.fromkeys(ARGS, "X") | {"file": "FILE"}))
        assert "FILE" in sentence
        assert "{" not in sentence


def test_a_key_that_does_not_fit_ends_it_with_what_to_do(configured: Path, tmp_path: Path) -> None:
    made = signed(tmp_path)
    Path(made.key).write_text("nonsense", "utf-8")
    done = CliRunner().invoke(main, ["web", "--config", str(with_tls(configured, made))])
    assert (done.exit_code, done.stdout) == (1, "")
    assert f"{made.key} contains no usable private key" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="the memory of another process is told by Linux alone"
)
def test_an_encrypted_viewer_takes_less_memory_than_asyncio_would_keep_for_it(
    configured: Path, port: int, tmp_path: Path
) -> None:
    """That is 256 KiB for each. The first ones are not counted: with them the program learns what it has to load."""
    made = signed(tmp_path)
    trusts = ssl.create_default_context(cafile=made.ca)
    file = with_tls(configured, made)
    with served(tmp_path / "state", FeedOf()), program(file) as running, ExitStack() as viewers:
        for _ in range(20):
            viewers.enter_context(encrypted_viewer(port, trusts))
        before_mb = resident_mb(running.pid)
        for _ in range(80):
            viewers.enter_context(encrypted_viewer(port, trusts))
        assert (resident_mb(running.pid) - before_mb) / 80 <= 0.15


def encrypted_viewer(port: int, trusts: ssl.SSLContext) -> ssl.SSLSocket:
    """A viewer that has got its first frame."""
    until_s = time.monotonic() + BEGUN_S
    while True:
        try:
            plain = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
            break
        except ConnectionError:
            assert time.monotonic() < until_s
            threading.Event().wait(0.05)
    viewer = trusts.wrap_socket(plain, server_hostname="127.0.0.1")
    viewer.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    came = b""
    while b"data: " not in came:
        came += viewer.recv(65536)
    return viewer


def test_a_table_that_shows_nothing_is_reported_to_its_owner(configured: Path, mocker: MockerFixture) -> None:
    mocker.patch("table.network.web.web_program.serve")
    configured.write_text(configured.read_text("utf-8").replace('"now"', '"off"'), "utf-8")
    done = CliRunner().invoke(main, ["web", "--config", str(configured)])
    assert (done.exit_code, "[web] spectators" in done.stderr) == (0, True)
    assert "Open at http://127.0.0.1" in done.stdout


@pytest.mark.slow
def test_it_knows_no_game_no_journal_and_no_card() -> None:
    """Beside the contracts, which see imports that are written: what is there when it serves."""
    code = "import sys, table.network.web.web_program\n"
    code += "print([name for name in sys.modules if name.startswith('table.')])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for room in ("games", "records", "session", "devices", "screen", "setup", "emulation"):
        assert f"'table.{room}" not in printed
