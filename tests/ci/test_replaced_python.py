"""A clone whose environment was made for a Python that an upgrade has replaced, or for another folder."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

CLONE = Path(__file__).parents[2]
INSTALL = """#!/bin/sh
echo "installs $*"
printf '#!/bin/sh\\necho plays "$@"\\n' > .venv/bin/command-table
chmod +x .venv/bin/command-table
"""
"""Install a program without its packages, which would come over the network."""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone with an environment, as an earlier `make run` left it."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "lab/pyproject.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(CLONE / name, tmp_path / name)
    install = tmp_path / "install"
    install.write_text(INSTALL, "utf-8")
    install.chmod(0o755)
    venv.create(tmp_path / ".venv", symlinks=True)
    (lib,) = (tmp_path / ".venv/lib").glob("python3.*")
    (lib / "site-packages/pip.py").touch()
    (tmp_path / ".venv/bin/pip").write_text(f"#!{tmp_path}/.venv/bin/python\n", "utf-8")
    subprocess.run([install], cwd=tmp_path, capture_output=True, check=True)
    (tmp_path / ".venv/installed").touch()
    (tmp_path / ".venv/figures").mkdir()
    return tmp_path


def run(clone: Path) -> str:
    """Type `make run`."""
    settings = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "--no-print-directory", "run", f"PYTHON={sys.executable}", "INSTALL=./install"]
    made = subprocess.run(command, cwd=clone, env=settings, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return made.stdout


def test_an_environment_that_works_is_not_made_again(clone: Path) -> None:
    assert run(clone) == ".venv/bin/command-table start\nplays start\n"


@pytest.mark.campaign
@pytest.mark.parametrize("gone", [False, True], ids=["another version", "no Python"])
def test_an_environment_whose_python_was_replaced_is_made_again(clone: Path, gone: bool) -> None:
    environment = clone / ".venv"
    (lib,) = (environment / "lib").glob("python3.*")
    lib.rename(lib.with_name("python3.9"))
    if gone:
        for python in (environment / "bin").glob("python*"):
            python.unlink()
            python.symlink_to("/nowhere/python3.9")
    result = run(clone)
    assert ".venv was made for another Python or another folder. It is created again.\n" in result
    assert "installs -e . -e ./lab\n" in result
    assert result.endswith("plays start\n")
    assert [each.name for each in (environment / "lib").iterdir()] == [lib.name]
    assert (environment / "figures").is_dir(), "other work below .venv is kept"
    assert run(clone) == ".venv/bin/command-table start\nplays start\n"


@pytest.mark.campaign
def test_an_environment_that_was_moved_with_its_clone_is_made_again(clone: Path) -> None:
    moved = clone.rename(clone.with_name("moved"))
    result = run(moved)
    assert ".venv was made for another Python or another folder. It is created again.\n" in result
    assert run(moved) == ".venv/bin/command-table start\nplays start\n"
