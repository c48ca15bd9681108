"""Two virtual USB keypads of the kernel (uinput) as the seats' panels of the installed table (`make machine`)."""

import json
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from table.devices.judge_socket import JudgeStatus
from table.rules.seats import BLUE, RED, SEATS, Seat
from tests.machine.outside import waiting
from tests.machine.run import BUILT, PATIENCE_S, Run
from tests.machine.test_doctor import DOCTOR
from tests.machine.test_machine import desk

PORTS = {BLUE: "1", RED: "2"}
KEYS = {"previous": 75, "next": 77, "confirm": 76}
PAD = "usb-0000:00:14.0-"
CONFIG = "/etc/command-table/config.toml"
SEATS_OF_KEYPADS = "\n".join(
    f'[keypads.pad-{seat}]\nplace = "{PAD}{port}"\nusb = "1a2c:2d43"\n'
    + "\n".join(f"{button} = {key}" for button, key in KEYS.items())
    for seat, port in PORTS.items()
)
USE = f"""
cp {CONFIG} /run/config.before
sed -i '/^\\[seats/,/^$/d' {CONFIG}
cat >>{CONFIG} <<'END'

[seats.blue]
reader = "blue"
panel = "pad-blue"
[seats.red]
reader = "red"
panel = "pad-red"
{SEATS_OF_KEYPADS}
END
systemctl restart command-table
"""

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not (BUILT / "disk.img").exists(), reason="there is no machine: sudo make machine builds it"),
]


@pytest.fixture(scope="module", autouse=True)
def at_keypads(run: Run) -> Iterator[None]:
    """Give the seats keypads in place of their panels, and their panels again at the end."""
    run.outside.shell("until systemctl is-active -q command-table; do sleep 1; done", 1800)
    for port in PORTS.values():
        plug(run, port)
    run.outside.shell(USE, 900)
    waiting(run.outside, lambda now: bool(now.prompts), PATIENCE_S, "the lobby, with keypads")
    yield
    run.outside.shell(f"cp /run/config.before {CONFIG}; systemctl restart command-table", 900)
    for port in PORTS.values():
        unplug(run, port)


def plug(run: Run, port: str) -> None:
    pipe, program = f"/run/machine-keypad-{port}", "/usr/local/sbin/machine-keypad"
    run.outside.shell(f"systemd-run --quiet --collect --unit=machine-keypad-{port} /usr/bin/python3 {program} {port}")
    run.outside.shell(f"until [ -p {pipe} ]; do sleep 0.2; done; udevadm settle")


def unplug(run: Run, port: str) -> None:
    run.outside.shell(f"systemctl stop machine-keypad-{port}; rm -f /run/machine-keypad-{port}")


def key(run: Run, seat: Seat, button: str, word: str) -> None:
    run.outside.shell(f"echo {word} {KEYS[button]} >/run/machine-keypad-{PORTS[seat]}")


def tap(run: Run, seat: Seat, button: str) -> None:
    key(run, seat, button, "down")
    key(run, seat, button, "up")


def event(run: Run, port: str) -> str:
    """Return the device file of the keypad in a socket."""
    find = f"grep -l 'usb-0000:00:14.0-{port}/' /sys/class/input/event*/device/phys | cut -d/ -f5"
    return f"/dev/input/{run.outside.shell(find)}"


def heard(run: Run, port: str) -> int:
    """Return the bytes that another program reads from a keypad while a key is pressed."""
    path = event(run, port)
    run.outside.shell(f"(timeout 30 cat {path} >/run/heard & echo $! >/run/reader); sleep 1")
    for word in ("down", "up"):
        run.outside.shell(f"echo {word} {KEYS['previous']} >/run/machine-keypad-{port}")
    return int(run.outside.shell("sleep 1; kill $(cat /run/reader); wc -c </run/heard"))


def faults(now: JudgeStatus) -> list[str]:
    return [fault.code for fault in now.faults if fault.code.startswith("keypad.")]


def test_the_kernel_shows_two_equal_keypads_and_the_table_holds_both(run: Run) -> None:
    now = waiting(run.outside, lambda now: not faults(now), PATIENCE_S, "both keypads")
    assert faults(now) == []
    opened = run.outside.shell("ls -l /proc/$(systemctl show -p MainPID --value command-table)/fd")
    assert {event(run, port) for port in PORTS.values()} <= set(opened.split())


@pytest.mark.parametrize("seat", SEATS)
def test_a_key_moves_the_focus_of_its_seat_alone(run: Run, seat: Seat) -> None:
    before = run.outside.look()
    focus = desk(before, seat).focus
    assert focus is not None
    tap(run, seat, "next")
    moved = replace(focus, cursor=focus.cursor + 1)
    now = waiting(run.outside, lambda now: desk(now, seat).focus == moved, PATIENCE_S, "the next answer")
    (other,) = set(SEATS) - {seat}
    assert desk(now, other).focus == desk(before, other).focus


def test_no_other_program_reads_a_key_while_the_table_runs(run: Run) -> None:
    assert heard(run, PORTS[BLUE]) == 0
    plug(run, "3")
    control = heard(run, "3")
    unplug(run, "3")
    assert control == 4 * 24  # a press, a release, and an end of each: nobody has grabbed this one


def test_a_keypad_that_is_unplugged_is_a_fault_and_comes_back(run: Run) -> None:
    unplug(run, PORTS[RED])
    waiting(run.outside, lambda now: faults(now) == ["keypad.missing"], PATIENCE_S, "the fault")
    before = desk(run.outside.look(), BLUE).focus
    tap(run, BLUE, "next")
    waiting(run.outside, lambda now: desk(now, BLUE).focus != before, PATIENCE_S, "blue plays on")
    plug(run, PORTS[RED])
    waiting(run.outside, lambda now: not faults(now), PATIENCE_S, "the keypad is back")
    before = desk(run.outside.look(), RED).focus
    tap(run, RED, "next")
    waiting(run.outside, lambda now: desk(now, RED).focus != before, PATIENCE_S, "red plays on")


def test_a_keypad_in_another_socket_is_named(run: Run) -> None:
    unplug(run, PORTS[RED])
    plug(run, "4")
    try:
        now = waiting(run.outside, lambda now: "keypad.moved" in faults(now), PATIENCE_S, "the other socket")
        assert [fault.detail for fault in now.faults if fault.code == "keypad.moved"] == [f"{PAD}4"]
    finally:
        unplug(run, "4")
        plug(run, PORTS[RED])
    waiting(run.outside, lambda now: not faults(now), PATIENCE_S, "the keypad is back")


def test_the_doctor_names_a_program_that_keeps_a_keypad_and_rights_that_lack(run: Run) -> None:
    run.outside.shell("systemctl stop command-table", 900)
    path = event(run, PORTS[BLUE])
    try:
        assert mended(run) == []
        hold = f"import fcntl, time; pad = open('{path}', 'rb'); fcntl.ioctl(pad, 0x40044590, 1); time.sleep(600)"
        run.outside.shell(f'(python3 -c "{hold}" & echo $! >/run/holder); sleep 2')
        (held,) = mended(run)
        assert held.startswith("Another program keeps the keypad keypads.pad-blue for itself")
        run.outside.shell("kill $(cat /run/holder)")
        run.outside.shell(f"chmod 600 {path}")
        (denied,) = mended(run)
        assert "sudo usermod -aG input" in denied
    finally:
        run.outside.shell(f"chmod 660 {path}; systemctl start command-table", 900)


def mended(run: Run) -> list[str]:
    """Return what the doctor states is to be done about keypads."""
    found = json.loads(run.outside.shell(DOCTOR, 600))
    return [finding["said"] for finding in found if finding["state"] == "mend" and "keypad" in finding["said"]]
