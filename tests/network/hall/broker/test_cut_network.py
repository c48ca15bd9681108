"""The network between a table and the broker is cut in the kernel, and returns: each in a network of its own.

Broker and hall have one namespace, the table's outbox another, and a cable runs between them. It takes root, and is
skipped with the reason where there is invalid.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from lab.campaigns.hall.mosquitto import found, surroundings
from table.devices.edge.line_socket import LineSocket
from table.network.hall.organiser.hall_log import lines_of
from table.network.hall.organiser.mosquitto_files import BrokerFiles
from table.network.hall.organiser.setting_up import BROKER, HallPlan, set_up
from table.network.hall.organiser.tournament.acts import act_in
from table.network.hall.wire.database import read_rows
from table.network.hall.wire.messages import EventMessage
from table.view.streams.spectator_feed import SpectatorFeed
from tests.devices.edge.kit import EdgeOfTest
from tests.devices.phones.kit import SAYINGS
from tests.session.kit import SessionTable

pytestmark = [pytest.mark.hall, pytest.mark.timeout(180)]
HALL, TABLE = "cthall", "cttable"
HALL_ADDRESS, TABLE_ADDRESS = "10.251.7.1", "10.251.7.2"
PORT = 18883
PATIENCE_S = 60.0


def ip(*words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["ip", *words], check=check, capture_output=True, text=True)


@pytest.fixture
def cable() -> Iterator[Callable[[str], None]]:
    """Two namespaces with a cable between them, and what plugs or cuts it: `up` or `down`."""
    if os.getuid() != 0:
        pytest.skip("namespaces of the network take root")
    if shutil.which("ip") is None:
        pytest.skip("there is no `ip` here: apt install iproute2")
    for name in (HALL, TABLE):
        ip("netns", "delete", name, check=False)
        made = ip("netns", "add", name, check=False)
        if made.returncode:
            pytest.skip(f"the kernel gives no namespace here: {made.stderr.strip()}")
    try:
        ip("link", "add", "veth0", "netns", HALL, "type", "veth", "peer", "name", "veth0", "netns", TABLE)
        for name, address in ((HALL, HALL_ADDRESS), (TABLE, TABLE_ADDRESS)):
            ip("-n", name, "address", "add", f"{address}/24", "dev", "veth0")
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "link", "set", "veth0", "up")

        def plugged(state: str) -> None:
            ip("-n", HALL, "link", "set", "veth0", state)

        yield plugged
    finally:
        for name in (HALL, TABLE):
            ip("netns", "delete", name, check=False)


class Programs:
    """The shipping programs, each in a namespace."""

    def __init__(self, folder: Path) -> None:
        self._log = (folder / "programs.log").open("ab")
        self._running: list[subprocess.Popen[bytes]] = []

    def runs(self, namespace: str, *command: str, env: dict[str, str] | None = None) -> None:
        inside = ["ip", "netns", "exec", namespace, *command]
        self._running.append(subprocess.Popen(inside, stdout=self._log, stderr=self._log, env=env))

    def end(self) -> None:
        for each in self._running:
            each.kill()
            each.wait()
        self._log.close()


class WatchedTable(SessionTable):
    """A table whose feed is served to the outbox."""

    def __init__(self, folder: Path) -> None:
        self.feed = SpectatorFeed("run", SAYINGS, time.monotonic)
        super().__init__(folder)
        self._server = EdgeOfTest(folder, LineSocket(self.feed), now_s=time.monotonic)

    def _publish(self, published: object) -> None:
        super()._publish(published)  # type: ignore[arg-type]
        self.feed.publish(self.now)

    def serves(self, until: Callable[[], bool], what: str, patience_s: float = PATIENCE_S) -> None:
        """Serve the feed until this is so."""
        until_s = time.monotonic() + patience_s
        while not until():
            assert time.monotonic() < until_s, what
            self._server.turn()
            time.sleep(0.05)

    def close(self) -> None:
        self._server.close()
        self.session.close()


def test_a_table_that_was_cut_off_delivers_all_in_order_once_the_cable_is_plugged_in(
    cable: Callable[[str], None], tmp_path: Path
) -> None:
    program = found()
    if not program:
        pytest.skip("there is no mosquitto here: `make hall` looks for Debian's")
    hall, state = tmp_path / "hall", tmp_path / "state"
    state.mkdir()
    set_up(hall, HallPlan("main", ("table-1",), HALL_ADDRESS, BrokerFiles("", PORT)))
    config = hall / BROKER / "mosquitto.conf"
    config.write_text(f"{config.read_text('utf-8')}user root\n", "utf-8")
    own = hall / "tables" / "table-1.toml"
    settings = own.read_text("utf-8").replace("/etc/command-table/hall-password", str(hall / "tables/table-1.password"))
    table_config = tmp_path / "table.toml"
    table_config.write_text(f'[state]\nfolder = "{state}"\n[web]\nspectators = "now"\n{settings}', "utf-8")
    programs, table = Programs(tmp_path), WatchedTable(state)
    outbox = tmp_path / "outbox" / "outbox"

    def kept() -> list[int]:
        """The numbers of the events that the outbox has on its disk."""
        try:
            return [seq for (seq,) in read_rows(outbox, "SELECT seq FROM events ORDER BY seq")]
        except OSError:  # it is not there yet
            return []

    def logged() -> list[int]:
        try:
            events = (line for line in lines_of(hall) if act_in(line) is None)
            return [msgspec.json.decode(line, type=EventMessage).seq for line in events]
        except OSError:  # the hall has not made its log yet
            return []

    try:
        programs.runs(HALL, program, "-c", str(config), env=dict(surroundings(program)))
        command_table = (sys.executable, "-m", "table")
        programs.runs(HALL, *command_table, "hall", "--folder", str(hall))
        programs.runs(TABLE, *command_table, "outbox", "--config", str(table_config), "--folder", str(outbox.parent))
        table.begun()
        table.serves(lambda: bool(logged()) and logged() == kept(), "the hall has heard nothing")
        cable("down")
        before = logged()
        for blue, red in ((1, 3), (2, 4)):
            table.plays(blue=blue, red=red)
            table.serves(lambda: True, "")
        table.serves(lambda: len(kept()) > len(before) + 3, "the outbox has kept nothing")
        assert logged() == before, "the cable is cut"
        cable("up")
        table.serves(lambda: logged() == kept(), "the hall lacks something")
        assert logged() == list(range(1, len(kept()) + 1)), "each once, in its order"
    finally:
        programs.end()
        table.close()
