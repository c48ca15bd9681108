"""`make install`, into a folder of its own, with the system's own programs watched instead of run."""

import os
import re
import shutil
import subprocess
from configparser import ConfigParser
from itertools import pairwise
from pathlib import Path

import pytest

from table.devices.service.notify import OFTEN
from table.screen.display_wait import awaited
from table.screen.window import PACKAGES, NoDisplayError, Window

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "table/devices/service/install.sh"
UNIT = ROOT / "table/devices/service/command-table.service"
STICKS = ROOT / "table/devices/service/command-table-stick.rules"
WATCHED = ("apt-get", "dpkg-query", "useradd", "usermod", "raspi-config", "systemctl", "getent", "python3")
CONFIG = "etc/command-table/config.toml"


class Pi:
    """A folder as its root, and a PATH on which those programs only write down what they were asked."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.programs = folder / "bin"
        self.log = folder / "log"
        self.root.mkdir()
        self.programs.mkdir()
        self.log.touch()
        for name in WATCHED:
            self.program(name, "exit 1" if name in ("dpkg-query", "getent") else "exit 0")
        # The environment's own programs, as venv would make them.
        environment = self.root / "opt/command-table/bin"
        environment.mkdir(parents=True)
        self._write(environment / "python", "exit 0")

    def program(self, name: str, then: str) -> None:
        self._write(self.programs / name, then)

    def _write(self, path: Path, then: str) -> None:
        path.write_text(f'#!/bin/sh\necho "{path.name} $*" >>"{self.log}"\n{then}\n', "utf-8")
        path.chmod(0o755)

    def runs(self, what: str = "install", mounts: str = "", umask: int = 0o022) -> subprocess.CompletedProcess[str]:
        table = self.programs / "mounts"
        table.write_text(mounts, "utf-8")
        path = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        return subprocess.run(
            ["sh", str(SCRIPT), what],
            env={"PATH": path, "ROOT": str(self.root), "MOUNTS": str(table)},
            capture_output=True,
            text=True,
            check=False,
            umask=umask,
        )

    def asked(self) -> str:
        return self.log.read_text("utf-8")


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


@pytest.mark.slow
def test_one_command_puts_everything_in_place(pi: Pi) -> None:
    done = pi.runs()
    assert done.returncode == 0, done.stderr
    asked = pi.asked()
    assert asked.index("apt-get update") < asked.index("apt-get install"), "a fresh image knows no packages"
    assert (
        "apt-get install --yes --no-install-recommends python3-venv python3-pygame python3-spidev python3-lgpio "
        f"{PACKAGES}\n" in asked
    ), "without the last three kmsdrm opens no picture"
    assert "python3 -m venv --system-site-packages" in asked
    assert "--no-deps mfrc522" in asked
    assert "useradd --system" in asked
    assert "raspi-config nonint do_spi 0" in asked
    assert (pi.root / CONFIG).read_text() == (ROOT / "examples/raspberry-pi.toml").read_text()
    assert (pi.root / "etc/systemd/system/command-table.service").read_text() == UNIT.read_text()
    assert os.readlink(pi.root / "usr/local/bin/command-table") == "/opt/command-table/bin/command-table"


def test_the_services_user_can_read_it_whatever_roots_umask_is(pi: Pi) -> None:
    assert pi.runs(umask=0o077).returncode == 0
    for place in ("etc/command-table", "usr/local/bin", "opt/command-table/constraints.txt"):
        assert (pi.root / place).stat().st_mode & 0o044 == 0o044, place


def test_nothing_is_left_behind_when_it_fails_halfway(pi: Pi, tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    pi.program("mktemp", f'mkdir "{tmp_path}/temporary/copy" && echo "{tmp_path}/temporary/copy"')
    pi.program("tar", "exit 1")
    assert pi.runs().returncode != 0
    assert not list((tmp_path / "temporary").iterdir())


def test_debians_own_packages_are_never_replaced_by_pinned_ones(pi: Pi) -> None:
    pi.runs()
    kept = (pi.root / "opt/command-table/constraints.txt").read_text()
    assert "pygame" not in kept.lower()
    assert "msgspec==" in kept


@pytest.mark.slow
def test_the_user_gets_the_groups_that_there_are(pi: Pi) -> None:
    pi.program("getent", '[ "$1 $2" != "group render" ] && [ "$1" = group ]')
    said = pi.runs().stdout
    asked = pi.asked()
    for group in ("spi", "gpio", "dialout", "video", "input", "audio"):
        assert f"usermod --append --groups {group} command-table" in asked
    assert "groups render" not in asked
    assert "there is no group render here" in said


@pytest.mark.slow
def test_the_configuration_is_never_rewritten(pi: Pi) -> None:
    pi.runs()
    (pi.root / CONFIG).write_text("mine", "utf-8")
    assert "stays as it is" in pi.runs().stdout
    assert (pi.root / CONFIG).read_text() == "mine"


@pytest.mark.slow
def test_spi_is_enabled_once_where_there_is_no_raspi_config(pi: Pi) -> None:
    (pi.programs / "raspi-config").unlink()
    if shutil.which("raspi-config"):
        pytest.skip("this machine has a raspi-config of its own")
    boot = pi.root / "boot/firmware/config.txt"
    boot.parent.mkdir(parents=True)
    boot.write_text("[pi4]\narm_boost=1\n", "utf-8")
    pi.runs()
    pi.runs()
    assert boot.read_text().count("dtparam=spi=on") == 1
    assert boot.read_text().index("[all]") < boot.read_text().index("dtparam=spi=on"), "for every model"


@pytest.mark.slow
def test_a_read_only_root_is_told(pi: Pi) -> None:
    assert "read-only" in pi.runs(mounts="overlay / overlay rw,lowerdir=/lower 0 0\n").stdout
    assert "read-only" not in pi.runs(mounts="/dev/mmcblk0p2 / ext4 rw 0 0\n").stdout


def test_what_cannot_be_installed_is_named(pi: Pi) -> None:
    pi.program("apt-get", "exit 100")
    done = pi.runs()
    assert done.returncode == 1
    assert "python3-lgpio" in done.stderr


@pytest.mark.slow
def test_taken_away_it_leaves_the_configuration_and_the_matches(pi: Pi) -> None:
    pi.runs()
    matches = pi.root / "var/lib/command-table/matches"
    matches.mkdir(parents=True)
    assert pi.runs("remove").returncode == 0
    assert not (pi.root / "opt/command-table").exists()
    assert not (pi.root / "etc/systemd/system/command-table.service").exists()
    assert matches.is_dir()
    assert (pi.root / CONFIG).is_file()


def unit() -> ConfigParser:
    parser = ConfigParser(strict=False, interpolation=None, delimiters="=")
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(UNIT, "utf-8")
    return parser


def test_the_service_has_its_own_user_a_watchdog_a_state_folder_and_no_network() -> None:
    service = unit()["Service"]
    assert service["Type"] == "notify"
    assert int(service["WatchdogSec"]) > 0
    assert service["User"] == service["StateDirectory"] == "command-table"
    assert service["StateDirectoryMode"] == "0700"
    assert service["ProtectSystem"] == "strict"
    assert service["IPAddressDeny"] == "any"
    assert "AF_INET" not in service["RestrictAddressFamilies"]
    assert service["CapabilityBoundingSet"] == ""
    assert service["Restart"] == "always"
    assert unit()["Install"]["WantedBy"] == "multi-user.target", "before anybody logs in"


def test_a_dispenser_that_is_plugged_in_later_may_be_opened() -> None:
    """Which classes `DeviceAllow=` means is looked up in /proc/devices when the service starts, and never again: a
    class whose module is not loaded by then stays closed. ttyACM is loaded with the first Pico."""
    text = UNIT.read_text("utf-8")
    for module in ("cdc_acm", "spidev", "drm", "snd"):
        for how in ("Wants", "After"):
            assert any(f"modprobe@{module}.service" in line for line in text.splitlines() if line.startswith(f"{how}="))


def test_the_display_is_taken_when_the_splash_screen_has_left_it() -> None:
    assert re.search(r"^After=.*\bplymouth-quit-wait\.service$", UNIT.read_text("utf-8"), re.MULTILINE)


def test_what_the_systems_own_table_of_mounts_names_is_no_stick() -> None:
    """A Pi that starts from USB, or the partition of docs/installation.md: mounted by the rule first, and for reading
    alone, it could not be mounted in its own place."""
    rules = [line for line in STICKS.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    known = next(n for n, rule in enumerate(rules) if "findmnt --fstab --source $devnode" in rule)
    end = rules[-1].removeprefix("LABEL=")
    assert rules[known].startswith("PROGRAM==")
    assert rules[known].endswith(f"GOTO={end}")
    assert all("systemd-mount" not in rule for rule in rules[:known])
    assert sum("systemd-mount" in rule for rule in rules[known:]) == 2


def test_a_call_that_is_not_for_it_is_refused_and_does_not_kill() -> None:
    """SDL's sound thread asks for a better priority (setpriority, of @resources) and takes a no."""
    service = unit()["Service"]
    assert "@resources" in service["SystemCallFilter"]
    assert service["SystemCallErrorNumber"] == "EPERM"


def test_the_pins_pipe_lies_where_it_can_be_written_whatever_becomes_of_the_disk() -> None:
    service = unit()["Service"]
    assert f"LG_WD=/run/{service['RuntimeDirectory']}" in service["Environment"]


def test_it_starts_again_at_once_however_often_it_failed_before() -> None:
    """`RestartSteps=` counts every failure since the service was started by hand, and systemd 252 does not know it."""
    service = unit()["Service"]
    assert service["RestartSec"] == "1"
    assert "RestartSteps" not in service
    assert unit()["Unit"]["StartLimitIntervalSec"] == "0"


def test_a_table_that_waits_for_its_display_is_alive_in_time_for_the_units_watchdog() -> None:
    granted_s = int(unit()["Service"]["WatchdogSec"])
    now_s, lived_s = 0.0, [0.0]

    class EndError(Exception):
        pass

    def opened() -> Window:
        if now_s > 600:
            raise EndError
        raise NoDisplayError("")

    def pause(pause_s: float) -> None:
        nonlocal now_s
        now_s += pause_s

    with pytest.raises(EndError):
        awaited(opened, lambda _: None, lambda: lived_s.append(now_s), pause)
    assert max(later - sooner for sooner, later in pairwise(lived_s)) * OFTEN <= granted_s


def test_looking_for_a_wayland_desktop_leaves_no_line_in_the_journal() -> None:
    """libwayland writes one for each look, unless it knows where a desktop's socket would be."""
    service = unit()["Service"]
    assert f"XDG_RUNTIME_DIR=/run/{service['RuntimeDirectory']}" in service["Environment"]


def test_the_unit_reads_the_configuration_that_install_makes_and_keeps_state_where_that_says() -> None:
    assert f"--config /{CONFIG}" in unit()["Service"]["ExecStart"]
    assert 'folder = "/var/lib/command-table"' in (ROOT / "examples/raspberry-pi.toml").read_text()
    assert unit()["Service"]["WorkingDirectory"] == "/var/lib/command-table"
