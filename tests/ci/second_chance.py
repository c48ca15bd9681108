"""Run `make KIND`, and each test that failed once more, alone: `python -m tests.ci.second_chance KIND`.

Only tests that start real programs get this chance. A test that passes then is shaky: its name is printed, and written
into the file that SHAKY names. It is a defect of the test or of the program all the same.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.ci.record import BEGUN, ENDED, FAILED, RECORD

KINDS = ("web", "hall", "pcsc", "pc", "machine", "rp2040")
SHAKY = "SHAKY"
MOST = 5
"""If more tests than these fail, none is run again."""
TESTS_FAILED = 1
"""pytest's exit status if tests failed and nothing else did."""


def chances(record: str) -> Sequence[str]:
    """Return the tests that get a second chance: none if anything but a few tests failed, such as a whole worker."""
    lines = [line.partition(" ") for line in record.splitlines()]
    begun = sum(what == BEGUN for what, _, _ in lines)
    ended = [int(value) for what, _, value in lines if what == ENDED]
    if len(ended) != begun or not set(ended) <= {0, TESTS_FAILED}:
        return ()
    failed = tuple(dict.fromkeys(value for what, _, value in lines if what == FAILED))
    return failed if len(failed) <= MOST else ()


def run(kind: str) -> int:
    """Return the exit status: 0 if each test of the kind passed, at once or at its second chance."""
    with TemporaryDirectory() as folder:
        record = Path(folder) / "record"
        record.touch()
        options = f"{os.environ.get('PYTEST_ADDOPTS', '')} -p tests.ci.record"
        recorded = {**os.environ, "PYTEST_ADDOPTS": options, RECORD: str(record)}
        status = subprocess.run(["make", "--keep-going", kind], env=recorded, check=False).returncode
        failed = chances(record.read_text("utf-8"))
    if status == 0 or not failed:
        return status
    for test in failed:
        alone = ["-n", "0", "-m", kind, "-o", "faulthandler_timeout=0", test]
        status = subprocess.run([sys.executable, "-m", "pytest", *alone], check=False).returncode
        if status != 0:
            return status
    for test in failed:
        publishes(f"shaky: {test}")
    return 0


def publishes(line: str) -> None:
    print(line, flush=True)  # noqa: T201
    if file := os.environ.get(SHAKY):
        with Path(file).open("a", encoding="utf-8") as names:
            names.write(f"{line}\n")


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in KINDS:
        print(f"name one of {', '.join(KINDS)}: no other tests get a second chance", file=sys.stderr)  # noqa: T201
        return 2
    return run(arguments[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
