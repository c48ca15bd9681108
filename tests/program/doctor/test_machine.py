"""The computer under the table, as /sys, /dev and the state folder show it."""

import os
import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

from table.config import Config
from table.config.schema import TlsConfig, WebConfig
from table.program.commands import doctor_command as command
from table.program.doctor import machine
from table.program.doctor.finding import Finding, FindingState
from table.program.doctor.permissions import _with_display, permissions
from table.program.doctor.phone_address import phone_address, tls_files
from table.records.lock import held
from table.words import Words


def states(findings: object) -> dict[str, FindingState]:
    assert hasattr(findings, "__iter__")
    return {finding.words.key.removeprefix("doctor."): finding.state for finding in findings}


def test_a_quick_disk_and_one_that_takes_its_time(tmp_path: Path) -> None:
    ticks = count()
    assert states(machine.disk(tmp_path, lambda: next(ticks) * 0.01))["disk.well"] is FindingState.WELL
    assert states(machine.disk(tmp_path, lambda: next(ticks) * 0.2))["disk.slow"] is FindingState.MEND
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


def test_a_folder_that_cannot_be_made_is_named_with_its_key(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (finding,) = machine.disk(tmp_path / "file" / "state", lambda: 0.0)
    assert finding.state is FindingState.MEND
    assert "state.folder" in Words().say(finding.words)


@pytest.mark.parametrize(
    ("mode", "exposed"), [(0o600, False), (0o644, True), (0o604, True), (0o602, True), (0o640, True), (0o620, True)]
)
def test_private_files_that_others_or_the_group_may_read_or_change(tmp_path: Path, mode: int, exposed: bool) -> None:
    book = tmp_path / "cards.json"
    book.write_text("{}")
    os.chmod(book, mode)
    sentences = [Words().say(finding.words) for finding in machine.disk(tmp_path, lambda: 0.0)]
    assert any("chmod 600" in one for one in sentences) is exposed


def test_a_clock_that_is_behind_and_one_without_a_battery(tmp_path: Path) -> None:
    past = datetime(1970, 1, 1, tzinfo=UTC)
    (behind, *_) = machine.clock(tmp_path, past)
    assert "1970-01-01" in Words().say(behind.words)
    assert states(machine.clock(tmp_path))["clock.no_battery"] is FindingState.NOTE
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "rtc0").touch()
    assert states(machine.clock(tmp_path))["clock.well"] is FindingState.WELL


@pytest.mark.parametrize(
    ("bits", "key"),
    [
        ("0", "well"),
        ("50005", "low"),
        ("50000", "was_low"),
        ("20002", "hot"),
        ("80000", "hot"),
        ("rubbish", "unknown"),
    ],
)
def test_the_supply_as_the_firmware_reports_it(tmp_path: Path, bits: str, key: str) -> None:
    reported = tmp_path / "sys/devices/platform/soc/soc:firmware"
    reported.mkdir(parents=True)
    (reported / "get_throttled").write_text(f"{bits}\n")
    assert list(states(machine.power(tmp_path))) == [f"power.{key}"]


def test_a_computer_that_does_not_report(tmp_path: Path) -> None:
    assert states(machine.power(tmp_path)) == {"power.unknown": FindingState.SKIPPED}


@pytest.mark.parametrize(
    ("mounts", "key"),
    [
        ("overlay / overlay rw 0 0\n", "forgets"),
        ("/dev/mmcblk0p2 / ext4 rw 0 0\n", "well"),
        ("overlay / overlay rw 0 0\n/dev/sda1 /var/lib/command-table ext4 rw 0 0\n", "well"),
        ("/dev/mmcblk0p2 / ext4 rw 0 0\ntmpfs /var/lib tmpfs rw 0 0\n", "forgets"),
    ],
)
def test_a_state_folder_that_forgets_is_found(tmp_path: Path, mounts: str, key: str) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/mounts").write_text(mounts)
    assert list(states(machine.lasting(Path("/var/lib/command-table"), tmp_path))) == [f"lasting.{key}"]


def permissions_of_a_pi(root: Path) -> Iterator[Finding]:
    return permissions(Config().readers, "/nowhere/by-id/pico", root, header=True, fullscreen=True)


def test_devices_that_are_not_there_say_how_they_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    findings = list(permissions_of_a_pi(tmp_path))
    assert [finding.words.key.removeprefix("doctor.") for finding in findings] == [
        "spi.missing",
        "spi.missing",
        "pins.missing",
        "port.missing",
        "display.missing",
    ]


def test_devices_that_may_be_opened_and_one_that_may_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dev").mkdir()
    for name in ("spidev0.0", "spidev0.1", "gpiochip4"):
        (tmp_path / "dev" / name).touch()
    assert [f.state for f in permissions_of_a_pi(tmp_path)][:3] == 3 * [FindingState.WELL]
    monkeypatch.setattr(os, "access", lambda *_: False)
    first: Finding = next(permissions_of_a_pi(tmp_path))
    assert "usermod -aG" in Words().say(first.words)


def config_file(folder: Path) -> Path:
    file = folder / "table.toml"
    file.write_text(f'world = "emulated"\n[dispenser]\nport = "none"\n[state]\nfolder = "{folder}"\n', "utf-8")
    return file


def test_the_command_leaves_the_devices_of_a_running_table_alone(tmp_path: Path) -> None:
    with held(tmp_path):
        printed = CliRunner().invoke(command.command, ["--config", str(config_file(tmp_path))]).output
    assert "a running table uses them" in printed
    assert "reader" not in printed.splitlines()[-1]


def test_a_configuration_with_problems_is_reported_and_nothing_is_opened(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('world = "moon"\n', "utf-8")
    outcome = CliRunner().invoke(command.command, ["--config", str(file)])
    assert outcome.exit_code == 2
    assert "world" in outcome.output


def test_a_link_in_the_probes_place_is_never_followed(tmp_path: Path) -> None:
    """Who owns the folder could else have root's doctor write into any file."""
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / machine.PROBE).symlink_to(victim)
    findings = list(machine.disk(tmp_path, lambda: 0.0))
    assert victim.read_text() == "precious"
    assert findings[0].state is FindingState.MEND


def test_the_graphics_card_with_a_display_is_looked_at_and_not_the_one_that_only_computes(tmp_path: Path) -> None:
    for card in ("card0", "card1"):
        (tmp_path / "dev/dri").mkdir(parents=True, exist_ok=True)
        (tmp_path / "dev/dri" / card).touch()
    for port, status in (("card1-HDMI-A-1", "disconnected"), ("card1-HDMI-A-2", "connected")):
        (tmp_path / "sys/class/drm" / port).mkdir(parents=True)
        (tmp_path / "sys/class/drm" / port / "status").write_text(status + "\n", "utf-8")
    assert _with_display(tmp_path) == tmp_path / "dev/dri/card1"


def test_where_no_card_has_a_display_the_first_is_named(tmp_path: Path) -> None:
    assert _with_display(tmp_path) == tmp_path / "dev/dri/card0"


def test_the_files_of_a_certificate_that_are_there_and_nobodys_business(tmp_path: Path) -> None:
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    tls = TlsConfig(cert=str(cert), key=str(key))
    assert list(tls_files(TlsConfig())) == []
    cert.touch()
    assert states(tls_files(tls)) == {"tls.missing": FindingState.MEND}
    key.touch()
    for mode, stated in ((0o644, "exposed"), (0o641, "exposed"), (0o640, "well"), (0o600, "well")):
        key.chmod(mode)
        (finding,) = tls_files(tls)
        assert finding.words.key == f"doctor.tls.{stated}"
        assert (str(key) in Words().say(finding.words)) is (stated == "exposed")


def test_a_certificate_that_only_another_user_sees_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "stat", refuses)
    assert states(tls_files(TlsConfig(cert="/secret/c", key="/secret/k"))) == {"tls.hidden": FindingState.NOTE}


@pytest.mark.parametrize(
    ("web", "stated"),
    [
        (WebConfig(phones=True), "own"),
        (WebConfig(phones=True, listen="0.0.0.0", hosts=("localhost",)), "own"),
        (WebConfig(phones=True, hosts=("[::1]",)), "own"),
        (WebConfig(phones=True, listen="0.0.0.0", hosts=("0.0.0.0",)), "own"),
        (WebConfig(phones=True, listen="0.0.0.0", hosts=("ip6-localhost",)), "own"),
        (WebConfig(phones=True, listen="::ffff:127.0.0.1"), "own"),
        (WebConfig(phones=True, listen=""), "well"),
        (WebConfig(phones=True, listen="0.0.0.0"), "well"),
        (WebConfig(phones=True, hosts=("table.example.org",)), "well"),
    ],
)
def test_the_address_in_the_code_for_a_phone_is_reported_and_one_that_no_phone_can_open(
    web: WebConfig, stated: str
) -> None:
    (finding,) = phone_address(web)
    assert finding.words.key == f"doctor.phones.{stated}"
    assert web.address(socket.gethostname()) in Words().say(finding.words)


def test_where_no_phone_is_allowed_the_doctor_names_no_address_for_one() -> None:
    assert list(phone_address(WebConfig(listen="127.0.0.1"))) == []
