"""A pytest plugin that writes the names of failed tests into the file that RECORD names, for `second_chance.py`."""

import os
from pathlib import Path

import pytest

RECORD = "RECORD_OF_FAILED_TESTS"
BEGUN, FAILED, ENDED = "begun", "failed", "ended"


def pytest_configure(config: pytest.Config) -> None:
    file = os.environ.get(RECORD)
    if file and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Recorder(Path(file)))


class _Recorder:
    def __init__(self, file: Path) -> None:
        self._file = file

    def _write(self, what: str, value: str = "") -> None:
        with self._file.open("a", encoding="utf-8") as file:
            file.write(f"{what} {value}\n")

    def pytest_sessionstart(self) -> None:
        self._write(BEGUN)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._write(FAILED, report.nodeid)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        self._write(ENDED, str(int(exitstatus)))
