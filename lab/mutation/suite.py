"""The tests of the rules, collected once and run again and again in processes that are thrown away."""

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
"""The fast tests of the rules; not those of the screen."""
QUIET = (
    "-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "no:timeout",
    "-p", "no:unraisableexception", "-o", "addopts=", "-s",
    "-W", "ignore::pytest.PytestAssertRewriteWarning", "-W", "ignore::pytest.PytestConfigWarning",
    "--hypothesis-profile=mutants", "--assert=plain",
)  # fmt: skip
"""Plain asserts: `table` has a plugin of pytest's, so pytest would load it itself to rewrite it, and no mutant."""
PRELOADED = (
    "hypothesis.strategies", "pygame", "gpiozero", "click.testing", "rich.table", "rapidfuzz", "serial", "platformdirs",
    "hal.panels.panels", "hal.readers", "hal.dispenser", "sim_hardware.nfc", "sim_hardware.dispenser",
)  # fmt: skip
LOADING_S = 20.0
"""CPU time to load the rules and collect the tests."""
ENDLESS_S = 1.0
"""CPU time that any test gets beyond five times its own."""
MEMORY = 1 << 30
"""Bytes that a mutant may take beyond what is taken already."""


def configure() -> None:
    """The same cases at every run, and no search for the smallest one."""
    settings.register_profile(
        "mutants", derandomize=True, database=None, deadline=None, phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip


def preload() -> None:
    """What the tests need beside the rules, so that no fork has to load it."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    for name in PRELOADED:
        importlib.import_module(name)


def by_file(tests: Sequence[tuple[str, float]]) -> list[tuple[str, list[tuple[str, float]]]]:
    """The files with the quickest tests first: most mutants need no other."""
    files: dict[str, list[tuple[str, float]]] = {}
    for name, cost_s in tests:
        files.setdefault(name.partition("::")[0], []).append((name, cost_s))
    return sorted(files.items(), key=lambda file: fmean(cost_s for _, cost_s in file[1]))


class Heard:
    """Listens to what pytest says of its tests."""

    def __init__(self) -> None:
        self.failed = False

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    @pytest.hookimpl
    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.failed |= report.failed


class Calls:
    """Which codes of these files are called, while it is listened to."""

    def __init__(self, files: tuple[str, ...]) -> None:
        self._files = files
        self._codes: dict[int, CodeType] = {}
        """By identity: to ask a code for its hash takes longer than most calls."""

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


def measure(items: Sequence[pytest.Item], files: tuple[str, ...], heard: Heard) -> list[Test]:
    """Every test once, for its time and for the functions that it calls."""
    tests = []
    calls = Calls(files)
    keys: dict[int, Key] = {}
    for item in items:
        started_s = time.process_time()
        calls.start()
        run(item)
        codes = calls.stop()
        cost_s = time.process_time() - started_s
        if heard.failed:
            raise RuntimeError(f"{item.nodeid} fails without any mutant")
        keys |= {id(code): key(code) for code in codes if id(code) not in keys}
        tests.append(Test(item.nodeid, cost_s, frozenset(keys[id(code)] for code in codes)))
    return tests


def run(item: pytest.Item) -> None:
    item.ihook.pytest_runtest_protocol(item=item, nextitem=None)


def bounded() -> None:
    """This process can neither run for ever nor eat the machine's memory."""
    with open("/proc/self/statm") as statm:
        taken = int(statm.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, taken + MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def time_for_loading() -> None:
    signal.setitimer(signal.ITIMER_VIRTUAL, LOADING_S)


def sees(items: Iterable[tuple[pytest.Item, float]], heard: Heard) -> str:
    """Return the first of these tests (each with the time it takes) that fails; empty if none does.

    One that does not end kills the process.
    """
    for item, cost_s in items:
        signal.setitimer(signal.ITIMER_VIRTUAL, ENDLESS_S + 5 * cost_s)
        run(item)
        if heard.failed:
            return item.nodeid
    return ""
