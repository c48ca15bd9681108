"""The steps of `.ci/run`: how long each took is printed, and the first that fails ends the run."""

import re
import subprocess

import pytest

from tests.ci.second_chance import KINDS
from tests.sources import ROOT

CI = (ROOT / ".ci" / "run").read_text("utf-8")


def steps(*lines: str) -> "subprocess.CompletedProcess[str]":
    script = "\n".join(["set -euo pipefail", ". .ci/steps.sh", *lines])
    return subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)


def test_each_step_is_printed_with_its_time_and_again_at_the_end() -> None:
    done = steps("step true a", "note 'something is left out'", "step_named 'the second' true")
    assert done.returncode == 0
    last = done.stdout.rpartition("\n\n")[2].splitlines()
    assert [re.sub(r"\d+", "0", line) for line in last] == [
        "0 min 0 s  true a",
        "something is left out",
        "0 min 0 s  the second",
        "shaky tests: 0",
        "0 min 0 s in all, status 0",
    ]


def test_a_step_that_fails_is_the_last() -> None:
    done = steps("at_the_end 'echo tidied'", "step false", "step echo never")
    assert done.returncode == 1
    assert "false (failed)" in done.stdout
    assert "tidied" in done.stdout
    assert "never" not in done.stdout


def test_a_step_for_which_there_is_no_time_is_left_out() -> None:
    asked = "has_time $1 && echo fits || echo late"
    assert steps("SECONDS=1000", asked.replace("$1", "499")).stdout.startswith("fits")
    assert steps("SECONDS=1000", asked.replace("$1", "500")).stdout.startswith("late")


def test_a_shaky_test_is_counted() -> None:
    done = steps("""step bash -c 'echo "shaky: a.py::test_it" >> "$SHAKY"'""")
    assert done.stdout.splitlines()[-3:-1] == ["shaky: a.py::test_it", "shaky tests: 1"]


@pytest.mark.parametrize("line", [line.strip() for line in CI.splitlines() if "second_chance" in line])
def test_the_kinds_with_a_second_chance_are_those_that_start_real_programs(line: str) -> None:
    assert line.removeprefix("second_chance ") in KINDS
