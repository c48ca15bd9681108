"""The command of an installed table, in a real environment whose Python is changed beneath it by an upgrade."""

import re
import shutil
import subprocess
import venv
from collections.abc import Callable
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.devices.service.pi import Pi

SERVICE = Path(__file__).parents[3] / "table/devices/service"
SOURCE = "/home/somebody/war games/command-table"
MENDS = f"sudo make -C '{SOURCE}' install"


class Installed:
    """A folder as `make install` leaves it: an environment with the program in it, and the launcher beside."""

    def __init__(self, folder: Path) -> None:
        self.opt = folder / "command-table"
        venv.create(self.opt, with_pip=False, symlinks=True)
        (self.lib,) = (self.opt / "lib").glob("python3.*")
        (self.lib / "site-packages/table.py").touch()
        self.launcher = self.opt / "command-table"
        shutil.copy(SERVICE / "launcher.sh", self.launcher)
        (self.opt / "source").write_text(f"{SOURCE}\n", "utf-8")
        self.link = folder / "bin/command-table"
        self.link.parent.mkdir()
        self.link.symlink_to(self.launcher)
        program = self.opt / "bin/command-table"
        program.write_text(f"#!{self.opt}/bin/python\nimport os, sys\nprint(os.getpid(), *sys.argv[1:])\nsys.exit(7)\n")
        program.chmod(0o755)

    @staticmethod
    def is_program(path: Path, then: str) -> None:
        path.unlink(missing_ok=True)
        path.write_text(f"#!/bin/sh\n{then}\n", "utf-8")
        path.chmod(0o755)

    def runs(self, console: Path | None = None) -> subprocess.CompletedProcess[str]:
        shown = {} if console is None else {"COMMAND_TABLE_CONSOLE": str(console)}
        command = ["sh", "-c", 'echo "$$"; exec "$0" "$@"', str(self.link), "run", "--config", "a file.toml"]
        return subprocess.run(
            command, env={"PATH": "/usr/bin:/bin", **shown}, capture_output=True, text=True, check=False
        )


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    return Installed(tmp_path)


def another_minor_version(installed: Installed) -> str:
    """`/usr/bin/python3` is 3.13 now, and what was installed is in the folder of 3.9."""
    now = installed.lib.name.removeprefix("python")
    installed.lib.rename(installed.lib.with_name("python3.9"))
    return f"made for Python 3.9, and this system has Python {now}"


def the_interpreter_is_gone(installed: Installed) -> str:
    for link in (installed.opt / "bin").glob("python*"):
        link.unlink()
        link.symlink_to("/nowhere/python3.11")
    return f"made for Python {installed.lib.name.removeprefix('python')}, and that Python is gone"


def its_library_is_gone(installed: Installed) -> str:
    """The loader's own end, where a shared library is not there any more."""
    installed.is_program(installed.opt / "bin/python", "exit 127")
    return "that Python is gone"


BREAKS = [another_minor_version, the_interpreter_is_gone, its_library_is_gone]


@pytest.mark.parametrize("breaks", BREAKS)
def test_an_upgrade_of_the_systems_python_is_reported_with_the_command_that_mends_it(
    installed: Installed, breaks: Callable[[Installed], str], tmp_path: Path
) -> None:
    why = breaks(installed)
    console = tmp_path / "tty1"
    console.touch()
    done = installed.runs(console)
    assert done.returncode == 2, "the service does not try that again"
    assert why in done.stderr
    assert f"{MENDS}\n" in done.stderr
    assert console.read_text("utf-8") == f"\n{done.stderr}", "a display without a table is not dark"


def test_the_page_of_the_installation_has_the_same_words(installed: Installed) -> None:
    another_minor_version(installed)
    wanted = (
        installed.runs()
        .stderr.replace(str(installed.opt), "/opt/command-table")
        .replace(SOURCE, "/home/pi/command-table")
    )
    for version in ("3.9", installed.lib.name.removeprefix("python")):
        wanted = wanted.replace(f"Python {version}", "Python *")
    page = re.sub(r"Python 3\.\d+", "Python *", (SERVICE.parents[2] / "docs/build/installation.md").read_text("utf-8"))
    assert f"```\n{wanted}```\n" in page


def test_a_console_that_cannot_be_written_changes_nothing(installed: Installed, tmp_path: Path) -> None:
    the_interpreter_is_gone(installed)
    result, also_printed = installed.runs(tmp_path), installed.runs()
    assert (result.returncode, result.stderr) == (also_printed.returncode, also_printed.stderr)
    assert result.returncode == 2


def test_a_whole_environment_runs_the_program_in_the_launchers_place(installed: Installed) -> None:
    """The service's main process is the program itself: systemd listens to no other."""
    done = installed.runs()
    process, stated = done.stdout.splitlines()
    assert stated == f"{process} run --config a file.toml"
    assert (done.returncode, done.stderr) == (7, "")


def test_a_python_that_was_killed_is_no_upgrade(installed: Installed) -> None:
    """Of a moment without memory nobody states that it stays: the service tries again."""
    installed.is_program(installed.opt / "bin/python", "kill -9 $$")
    assert installed.runs().returncode not in (0, 2)


def test_an_environment_that_was_moved_runs_as_before(installed: Installed) -> None:
    """Its scripts name the Python of the old place."""
    moved = installed.opt.rename(installed.opt.with_name("elsewhere"))
    installed.link.unlink()
    installed.link.symlink_to(moved / "command-table")
    done = installed.runs()
    assert (done.returncode, done.stderr) == (7, "")


def test_without_the_clones_name_any_clone_serves(installed: Installed) -> None:
    (installed.opt / "source").unlink()
    the_interpreter_is_gone(installed)
    assert "sudo make install        (in a clone of command-table)\n" in installed.runs().stderr


@pytest.mark.parametrize("unit", sorted(SERVICE.glob("*.service")), ids=lambda unit: unit.stem)
def test_every_service_starts_by_the_launcher_and_does_not_try_again(unit: Path) -> None:
    parser = ConfigParser(strict=False, interpolation=None, delimiters="=")
    parser.read(unit, "utf-8")
    service = parser["Service"]
    assert service["ExecStart"].startswith("/opt/command-table/command-table ")
    assert service["RestartPreventExitStatus"] == "2"


def test_the_tables_own_service_may_write_to_the_displays_console() -> None:
    lines = (SERVICE / "command-table.service").read_text("utf-8").splitlines()
    assert {
        "Environment=COMMAND_TABLE_CONSOLE=/dev/tty1",
        "SupplementaryGroups=tty",
        "DeviceAllow=char-tty rw",
        "Conflicts=getty@tty1.service",
    } <= set(lines)


@pytest.mark.slow
def test_make_install_puts_the_launcher_in_place_with_the_clones_name(tmp_path: Path) -> None:
    pi = Pi(tmp_path)
    assert pi.runs().returncode == 0
    opt = pi.root / "opt/command-table"
    assert (opt / "command-table").read_bytes() == (SERVICE / "launcher.sh").read_bytes()
    assert (opt / "command-table").stat().st_mode & 0o777 == 0o755
    assert (opt / "source").read_text("utf-8") == f"{SERVICE.parents[2]}\n"


@pytest.mark.slow
def test_make_install_makes_an_environment_for_another_python_again(tmp_path: Path) -> None:
    pi = Pi(tmp_path)
    pi.has_installed("0.2.0")
    assert pi.runs().returncode == 0
    assert "--clear" not in pi.asked(), "a sound one is kept"
    pi.program_of_the_environment("python", 'case "$*" in *"import table"*) exit 1 ;; esac')
    assert pi.runs().returncode == 0
    assert f"-m venv --system-site-packages --clear {pi.root}/opt/command-table\n" in pi.asked()
