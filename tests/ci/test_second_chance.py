"""A test that starts real programs gets a second chance, alone, and whatever passes then is named as shaky."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ci.second_chance import KINDS, MOST, chances
from tests.sources import ROOT

MAKEFILE = f"""
web: pages times
pages:
	{sys.executable} -m pytest -q -n 2 -m web test_pages.py
times:
	{sys.executable} -m pytest -q -m web test_times.py
"""
SETTINGS = '[tool.pytest.ini_options]\naddopts = "-p no:cacheprovider"\nmarkers = ["web"]\n'
SHAKY = """
from pathlib import Path
import pytest
pytestmark = pytest.mark.web

def test_it_passes():
    Path("passed").open("a").write("once ")

@pytest.mark.parametrize("name", ["a b", "c"])
def test_it_fails_at_first(name):
    tried = Path(f"tried {name}")
    tried.write_text("x" + (tried.read_text() if tried.exists() else ""))
    assert tried.read_text() != "x"
"""
TIMES = """
from pathlib import Path
import pytest

@pytest.mark.web
def test_times():
    Path("times").touch()
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "Makefile").write_text(MAKEFILE, "utf-8")
    (tmp_path / "pyproject.toml").write_text(SETTINGS, "utf-8")
    (tmp_path / "test_pages.py").write_text(SHAKY, "utf-8")
    (tmp_path / "test_times.py").write_text(TIMES, "utf-8")
    return tmp_path


def second_chance(project: Path, kind: str) -> "subprocess.CompletedProcess[str]":
    env = {**os.environ, "PYTHONPATH": str(ROOT), "SHAKY": str(project / "shaky"), "PYTEST_ADDOPTS": ""}
    command = [sys.executable, "-m", "tests.ci.second_chance", kind]
    return subprocess.run(command, cwd=project, env=env, capture_output=True, text=True, check=False)


@pytest.mark.campaign
def test_what_passes_at_its_second_chance_is_green_and_named(project: Path) -> None:
    done = second_chance(project, "web")
    assert done.returncode == 0, done.stdout + done.stderr
    names = ["shaky: test_pages.py::test_it_fails_at_first[a b]", "shaky: test_pages.py::test_it_fails_at_first[c]"]
    assert sorted((project / "shaky").read_text("utf-8").splitlines()) == names
    assert sorted(line for line in done.stdout.splitlines() if line.startswith("shaky")) == names
    assert (project / "passed").read_text("utf-8") == "once ", "it alone is run again"
    assert (project / "times").exists(), "what comes after it runs all the same"


@pytest.mark.campaign
def test_what_fails_again_is_red(project: Path) -> None:
    (project / "test_pages.py").write_text(SHAKY + "\ndef test_broken():\n    assert False\n", "utf-8")
    assert second_chance(project, "web").returncode != 0
    assert not (project / "shaky").exists()


@pytest.mark.campaign
def test_what_cannot_be_imported_is_red_at_once(project: Path) -> None:
    (project / "test_pages.py").write_text("import nothing_of_that_name\n", "utf-8")
    done = second_chance(project, "web")
    assert done.returncode != 0
    assert "shaky" not in done.stdout


@pytest.mark.parametrize("target", ["test", "test-slow", "check", "test-kit"])
def test_no_other_test_gets_one(target: str) -> None:
    assert target not in KINDS
    command = [sys.executable, "-m", "tests.ci.second_chance", target]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, "no other tests get a second chance" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("record", "failed"),
    [
        ("begun \nfailed a.py::x[1 2]\nended 1\nbegun \nended 0\n", ("a.py::x[1 2]",)),
        ("begun \nfailed a.py::x\nfailed a.py::x\nended 1\n", ("a.py::x",)),
        ("begun \nfailed a.py::x\nended 1\nbegun \n", ()),
        ("begun \nfailed a.py::x\nended 3\n", ()),
        ("", ()),
    ],
)
def test_a_run_that_broke_off_gets_no_second_chance(record: str, failed: tuple[str, ...]) -> None:
    assert chances(record) == failed


def test_if_many_fail_none_gets_a_second_chance() -> None:
    def record(failed: int) -> str:
        return "begun \n" + "".join(f"failed a.py::test[{number}]\n" for number in range(failed)) + "ended 1\n"

    assert len(chances(record(MOST))) == MOST
    assert chances(record(MOST + 1)) == ()
