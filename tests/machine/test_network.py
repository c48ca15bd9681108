"""Web program, outbox and hall under their own units, beside a running table and Debian's broker (`make machine-long`).

The machine has no network but its own: everything speaks over the loopback.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from table.rules.seats import BLUE
from tests.machine.qemu import MachineError
from tests.machine.run import BUILT, Run

WEB, HALL = "http://127.0.0.1:7500", "http://127.0.0.1:7600"
PROGRAM = "/opt/command-table/command-table"
CONFIG = "/etc/command-table/config.toml"
FEEDS = '[web]\\nspectators = "now"\\noperations = true\\nsockets = "/run/command-table-feed"\\n'
SET_UP = f"""
cd /srv && {PROGRAM} hall init --folder hall --tables 1 --address 127.0.0.1
chown -R root:mosquitto hall/broker
ln -sf /srv/hall/broker/mosquitto.conf /etc/mosquitto/conf.d/command-table.conf
install -m 600 hall/tables/table-1.password /etc/command-table/hall-password
printf '\\n{FEEDS}' >>{CONFIG}
cat hall/tables/table-1.toml >>{CONFIG}
systemctl restart mosquitto command-table
systemctl start command-table-web command-table-outbox
systemd-run --quiet --unit hall {PROGRAM} hall --folder /srv/hall
"""
READ = "python3 -c 'import urllib.request as r; print(r.urlopen(\"{}\", timeout=60).read().decode())' 2>/dev/null"
DYNAMIC = range(61184, 65520)
"""The users that systemd makes for as long as a service runs."""
FIRST_S = 900.0
"""The seconds in which a program that has just been started answers, on a busy host."""

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not (BUILT / "disk.img").exists(), reason="there is no machine: sudo make machine builds it"),
]


@pytest.fixture(scope="module", autouse=True)
def served(run: Run) -> None:
    """Have web program, outbox, broker and hall beside the table."""
    run.boot()
    run.outside.shell(SET_UP, FIRST_S)
    run.boot()


def read(run: Run, address: str) -> Any:
    """Return what is served at an address, as soon as it is."""
    until_s = run.outside.now_s() + FIRST_S
    while not (printed := run.outside.shell(READ.format(address))):
        if run.outside.now_s() > until_s:
            raise MachineError(f"nobody serves {address}: {run.outside.shell('systemctl --failed --no-legend')}")
        run.outside.wait(1)
    return json.loads(printed)


def main_pid(run: Run, unit: str) -> str:
    return run.outside.shell(f"systemctl show -p MainPID --value {unit}")


def user_of(run: Run, unit: str) -> int:
    return int(run.outside.shell(f"stat -c %u /proc/{main_pid(run, unit)}"))


def test_each_program_has_a_user_of_its_own(run: Run) -> None:
    read(run, f"{WEB}/api/v1/state")
    users = [user_of(run, f"command-table{each}") for each in ("", "-web", "-outbox")]
    assert len({0, *users}) == 4, "and none is root"
    assert users[2] in DYNAMIC, "nobody has to make it"


def test_who_watches_sees_what_the_table_asks(run: Run) -> None:
    assert read(run, f"{WEB}/api/v1/state")["snapshot"]["match"] == run.outside.look().match


def test_a_web_program_that_is_killed_comes_back_and_the_table_does_not_notice(run: Run) -> None:
    table, web = main_pid(run, "command-table"), main_pid(run, "command-table-web")
    run.outside.shell(f"kill -9 {web}")
    read(run, f"{WEB}/api/v1/state")
    assert main_pid(run, "command-table-web") not in (web, "0")
    assert main_pid(run, "command-table") == table


def test_the_hall_learns_that_the_table_is_there_and_that_a_reader_is_gone(run: Run) -> None:
    hall_shows(run, lambda hall: hall["tables"].get("table-1", {}).get("online"), "the table")
    run.outside.readers.unplug(BLUE)
    hall_shows(run, lambda hall: "reader" in [need["kind"] for need in hall["needs"]], "a reader that is gone")
    run.outside.readers.plug(BLUE)
    hall_shows(run, lambda hall: hall["needs"] == [], "that nobody needs anything")


def hall_shows(run: Run, so: Callable[[Any], bool], what: str) -> None:
    """Wait until this is so in what the hall's page is reported. Raises MachineError."""
    until_s = run.outside.now_s() + FIRST_S
    while not so(now := read(run, f"{HALL}/api/v1/state")["snapshot"]):
        if run.outside.now_s() > until_s:
            raise MachineError(f"the hall does not show {what}: {now}")
        run.outside.wait(1)


def test_no_unit_has_failed(run: Run) -> None:
    assert run.outside.shell("systemctl --failed --no-legend") == ""
