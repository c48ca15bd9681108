"""The tests of the rules, collected once and run repeatedly in short-lived processes."""

import importlib
import os
import resource
import signal
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from types import CodeType, FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from lab.mutation.live import Key, key

TESTS = (
    "tests/rules", "tests/games/legion/rules", "tests/games/legion/lists/test_hands.py", "tests/games/infinity",
    "tests/games/tide_of_iron", "tests/session/lobby/test_lobby.py", "tests/examples/test_skirmish.py",
)  # fmt: skip
"""The fast tests of the rules, without those of the screen."""
QUIET = (
    "-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "no:timeout",
    "-p", "no:unraisableexception", "-o", "addopts=", "-s",
    "-W", "ignore::pytest.PytestAssertRewriteWarning", "-W", "ignore::pytest.PytestConfigWarning",
    "--hypothesis-profile=mutants", "--assert=plain",
)  # fmt: skip
"""Plain asserts: `table` has a pytest plugin, so pytest would load and rewrite `table` itself, without the mutant."""
PRELOADED = (
    "hypothesis.strategies", "pygame", "gpiozero", "click.testing", "rich.table", "rapidfuzz", "serial", "platformdirs",
    "hal.panels.panels", "hal.readers", "hal.dispenser", "sim_hardware.nfc", "sim_hardware.dispenser",
)  # fmt: skip
LOADING_S = 20.0
"""The CPU time to load the rules and collect the tests."""
ENDLESS_S = 1.0
"""The CPU time of a test beyond five times its usual one."""
MEMORY = 1 << 30
"""The memory in bytes that a mutant may take beyond the current use."""


def configure() -> None:
    """Make Hypothesis use the same cases at every run, without shrinking."""
    settings.register_profile(
        "mutants", derandomize=True, database=None, deadline=None, phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip


def preload() -> None:
    """Import the test dependencies other than the rules, so that no fork has to load them."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    for name in PRELOADED:
        importlib.import_module(name)


def by_file(tests: Sequence[tuple[str, float]]) -> list[tuple[str, list[tuple[str, float]]]]:
    """Return the tests by file, fastest files first: most mutants need no other file."""
    files: dict[str, list[tuple[str, float]]] = {}
    for name, cost_s in tests:
        files.setdefault(name.partition("::")[0], []).append((name, cost_s))
    return sorted(files.items(), key=lambda file: fmean(cost_s for _, cost_s in file[1]))


class TestFailures:
    """A pytest plugin that records failures."""

    def __init__(self) -> None:
        self.failed = False

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    @pytest.hookimpl
    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.failed |= report.failed


class Calls:
    """Records the codes of these files that are called while it runs."""

    def __init__(self, files: tuple[str, ...]) -> None:
        self._files = files
        self._codes: dict[int, CodeType] = {}
        """The codes by identity: hashing a code takes longer than most calls."""

    def start(self) -> None:
        self._codes = {}
        sys.settrace(self._trace)

    def stop(self) -> Iterable[CodeType]:
        sys.settrace(None)
        return self._codes.values()

    def _trace(self, frame: FrameType, _event: str, _arg: Any) -> None:
        code = frame.f_code
        if code.co_filename.startswith(self._files):
            self._codes[id(code)] = code


@dataclass(frozen=True)
class Test:
    id: str
    cost_s: float
    calls: frozenset[Key]


def measure(items: Sequence[pytest.Item], files: tuple[str, ...], failures: TestFailures) -> list[Test]:
    """Run every test once, and return its time and the functions that it calls."""
    tests = []
    calls = Calls(files)
    keys: dict[int, Key] = {}
    for item in items:
        started_s = time.process_time()
        calls.start()
        run(item)
        codes = calls.stop()
        cost_s = time.process_time() - started_s
        if failures.failed:
            raise RuntimeError(f"{item.nodeid} fails without any mutant")
        keys |= {id(code): key(code) for code in codes if id(code) not in keys}
        tests.append(Test(item.nodeid, cost_s, frozenset(keys[id(code)] for code in codes)))
    return tests


def run(item: pytest.Item) -> None:
    item.ihook.pytest_runtest_protocol(item=item, nextitem=None)


def bounded() -> None:
    """Limit this process in memory, and disable core dumps."""
    with open("/proc/self/statm") as statm:
        taken = int(statm.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, taken + MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def time_for_loading() -> None:
    signal.setitimer(signal.ITIMER_VIRTUAL, LOADING_S)


def sees(items: Iterable[tuple[pytest.Item, float]], failures: TestFailures) -> str:
    """Return the first of these tests that fails, or an empty string. Each has its usual time.

    A test that does not end kills the process.
    """
    for item, cost_s in items:
        signal.setitimer(signal.ITIMER_VIRTUAL, ENDLESS_S + 5 * cost_s)
        run(item)
        if failures.failed:
            return item.nodeid
    return ""
