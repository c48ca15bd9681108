"""What leaves a table is switched on by its configuration, and is not there at all without it."""

import json
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from table.config import Config
from table.config.schema import StateConfig, WebConfig
from table.program.table_feeds import TableFeeds, table_feeds
from table.rules.text import text
from table.setup.setup import Setup
from table.view.published import Published
from tests.screen import scenes


def feeds_of(folder: Path, web: WebConfig, shown: Published | None = None) -> TableFeeds:
    return table_feeds(Setup.of(replace(Config(), state=StateConfig(folder=str(folder)), web=web)), lambda: shown)


def failed(name: str, error: BaseException) -> None:
    raise AssertionError(name) from error


@pytest.mark.slow
def test_a_table_that_nobody_watches_has_no_thread_and_no_socket(tmp_path: Path) -> None:
    threads = threading.active_count()
    feeds = feeds_of(tmp_path, WebConfig())
    feeds.open(tmp_path, failed)
    feeds.start()
    assert (feeds.pulses, feeds.beside(None), threading.active_count()) == ((), None, threads)
    told: list[Published] = []
    alone = told.append
    assert feeds.beside(alone) is alone
    assert list(tmp_path.iterdir()) == []
    feeds.live()
    feeds.stop()
    feeds.close(0)


@pytest.mark.slow
def test_a_program_that_nobody_watches_does_not_even_import_what_is_for_it() -> None:
    code = (
        "import sys, table.program.app as app, table.program.table_feeds as feeds\n"
        "from table.config import Config\nfrom table.setup.setup import Setup\n"
        "feeds.table_feeds(Setup.of(Config()), lambda: None).start()\n"
        "print([name for name in sys.modules if 'network' in name or 'stream_sockets' in name or 'spectat' in name])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("web", "sockets"),
    [
        (WebConfig(spectators="now"), ["feed"]),
        (WebConfig(spectators="delay"), ["feed"]),
        (WebConfig(operations=True), ["operations"]),
        (WebConfig(spectators="now", operations=True), ["feed", "operations"]),
    ],
)
def test_the_configuration_says_which_sockets_there_are(web: WebConfig, sockets: list[str], tmp_path: Path) -> None:
    feeds = feeds_of(tmp_path, web)
    feeds.open(tmp_path, failed)
    assert sorted(path.name for path in tmp_path.iterdir()) == sockets
    feeds.stop()
    feeds.close(0)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_view_that_is_published_is_read_at_once_by_spectators_and_helpers(tmp_path: Path) -> None:
    shown = scenes.table(scenes.view("orders", text("screen.first")))
    feeds = feeds_of(tmp_path, WebConfig(spectators="now", operations=True), shown)
    (pulse,) = feeds.pulses
    feeds.open(tmp_path, failed)
    feeds.start()
    clients = {name: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for name in ("feed", "operations")}
    try:
        for name, client in clients.items():
            client.settimeout(5)
            client.connect(str(tmp_path / name))
        readers = {name: client.makefile("rb") for name, client in clients.items()}
        first = {name: json.loads(reader.readline()) for name, reader in readers.items()}
        assert first["feed"]["snapshot"]["match"] == ""
        recorded: list[Published] = []
        tell = feeds.beside(recorded.append)
        assert tell is not None
        tell(shown)
        feeds.live()
        told = json.loads(readers["feed"].readline())
        assert told["snapshot"]["match"] == shown.match
        assert set(told["snapshot"]["play"]["headline"]) == {"de", "en", "es"}
        assert recorded == [shown]
        helped = first["operations"]["snapshot"]["signs"]
        while not helped:
            frame = json.loads(readers["operations"].readline())
            changed = {each["path"]: each["value"] for each in frame.get("changes", ())}
            helped = frame["snapshot"]["signs"] if "snapshot" in frame else changed.get("/signs", 0)
        assert helped == 1
        assert pulse.name == "feed"
    finally:
        feeds.stop()
        feeds.close(5)
        for client in clients.values():
            client.close()


@pytest.mark.slow
def test_where_a_socket_cannot_be_made_the_table_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "feed").mkdir()
    feeds = feeds_of(tmp_path, WebConfig(spectators="now"))
    feeds.open(tmp_path, failed)
    assert "nobody can watch this table" in caplog.text
    feeds.start()
    feeds.tell(scenes.table(None))
    feeds.stop()
    feeds.close(0)
