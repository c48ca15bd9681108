"""The configuration switches a table's feeds on. Without it they do not exist."""

import gzip
import json
import socket
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from examples.skirmish import Skirmish
from table.config.schema import WebConfig
from table.devices.edge.edge import SocketEdge
from table.program.table_feeds import TableFeeds, table_feeds
from table.records.matches import opened
from table.records.verify.file import written
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.view.published import Published
from table.view.streams.results_feed import MatchResult
from tests.devices.edge.kit import served, unserved
from tests.patience import PATIENCE_S
from tests.screen import scenes
from tests.session.kit import SessionTable
from tests.setups import setup_in


def feeds_of(
    folder: Path, web: WebConfig, shown: Published | None = None, edge: SocketEdge | None = None
) -> TableFeeds:
    return table_feeds(web, setup_in(folder).games, lambda: shown, edge or unserved())


@pytest.mark.slow
def test_a_table_that_nobody_watches_has_no_thread_and_no_socket(tmp_path: Path) -> None:
    threads = threading.active_count()
    feeds = feeds_of(tmp_path, WebConfig())
    assert (feeds.services(), feeds.watchers, threading.active_count()) == ([], (), threads)
    assert list(tmp_path.iterdir()) == []
    feeds.live()


@pytest.mark.campaign
def test_a_program_that_nobody_watches_does_not_even_import_what_is_for_it() -> None:
    code = (
        "import sys, table.program.app as app, table.program.table_feeds as feeds\n"
        "from table.config import Config\nfrom table.devices.setup import Setup\n"
        "from table.program.table_phones import PhoneCalls, table_phones\n"
        "from table.devices.edge.edge import SocketEdge\nedge = SocketEdge(lambda *_: None)\n"
        "setup = Setup.of(Config())\n"
        "feeds.table_feeds(setup.config.web, setup.games, lambda: None, edge).live()\n"
        "none = lambda *_: None\n"
        "table_phones(setup.config.web, setup.games, 'en', PhoneCalls(*[none] * 6), edge).start(none)\n"
        "theirs = ('network', 'line_socket', 'spectat', 'devices.phones', 'cryptography', 'asyncio')\n"
        "print([name for name in sys.modules if any(part in name for part in theirs)])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("web", "sockets"),
    [
        (WebConfig(spectators="now"), ["feed", "results"]),
        (WebConfig(spectators="delay"), ["feed", "results"]),
        (WebConfig(operations=True), ["operations"]),
        (WebConfig(spectators="now", operations=True), ["feed", "operations", "results"]),
    ],
)
def test_the_configuration_states_which_sockets_there_are(web: WebConfig, sockets: list[str], tmp_path: Path) -> None:
    feeds = feeds_of(tmp_path, web)
    assert sorted(service.name for service in feeds.services()) == sockets


@pytest.mark.slow
def test_a_view_that_is_published_is_read_at_once_by_spectators_and_helpers(tmp_path: Path) -> None:
    shown = scenes.table(scenes.view("orders", text("screen.first")))
    edge = unserved()
    feeds = feeds_of(tmp_path, WebConfig(spectators="now", operations=True), shown, edge)
    clients = {name: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for name in ("feed", "operations")}
    try:
        with served(tmp_path, *feeds.services(), edge=edge):
            for name, client in clients.items():
                client.settimeout(PATIENCE_S)
                client.connect(str(tmp_path / name))
            readers = {name: client.makefile("rb") for name, client in clients.items()}
            first = {name: json.loads(reader.readline()) for name, reader in readers.items()}
            assert first["feed"]["snapshot"]["match"] == ""
            (watcher,) = feeds.watchers
            watcher(shown)
            edge.rests()
            feeds.live()
            document = json.loads(readers["feed"].readline())
            assert document["snapshot"]["match"] == shown.match
            assert set(document["snapshot"]["play"]["headline"]) == {"de", "en", "es"}
            helped = first["operations"]["snapshot"]["signs"]
            while not helped:
                frame = json.loads(readers["operations"].readline())
                changed = {each["path"]: each["value"] for each in frame.get("changes", ())}
                helped = frame["snapshot"]["signs"] if "snapshot" in frame else changed.get("/signs", 0)
            assert helped == 1
    finally:
        for client in clients.values():
            client.close()


def result_of(folder: Path, feeds: TableFeeds) -> MatchResult:
    """Return the result that somebody reads who joins now."""
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with client, served(folder, *feeds.services()):
        client.settimeout(PATIENCE_S)
        client.connect(str(folder / "results"))
        return msgspec.json.decode(client.makefile("rb").readline(), type=MatchResult)


@pytest.mark.slow
def test_the_file_of_a_match_that_is_over_is_reported_as_it_is_exported(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    table.answers(BLUE, "match.end", "draw")
    table.answers(RED, "match.agree", "agree")
    feeds = feeds_of(tmp_path, WebConfig(spectators="now"))
    feeds.finished(table.now.match, b"card")
    reported = result_of(tmp_path, feeds)
    journal = opened(tmp_path, table.now.match)
    assert journal is not None
    assert reported == MatchResult(1, table.now.match, b"".join(written(journal)).decode(), b"card")
    assert reported.file.splitlines()[-1]
    journal.close()


@pytest.mark.slow
def test_the_replay_of_a_match_has_its_file(tmp_path: Path) -> None:
    table = SessionTable(tmp_path).begun()
    table.answers(BLUE, "match.end", "draw")
    table.answers(RED, "match.agree", "agree")
    games = replace(setup_in(tmp_path).games, played={"skirmish": Skirmish()})
    feeds = table_feeds(WebConfig(spectators="now"), games, lambda: None, unserved())
    feeds.finished(table.now.match, b"card")
    reported = result_of(tmp_path, feeds)
    assert reported.file.encode() in gzip.decompress(reported.replay)


@pytest.mark.slow
def test_a_match_that_cannot_be_read_and_a_table_that_nobody_watches_report_none(tmp_path: Path) -> None:
    for web in (WebConfig(spectators="now"), WebConfig(operations=True), WebConfig()):
        feeds = feeds_of(tmp_path, web)
        feeds.finished("nosuch", b"card")
        assert feeds._results is None or feeds._results.next_s() is None
