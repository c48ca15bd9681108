"""Hypothesis looks for new cases on a developer's machine; in CI it repeats the same ones, so that a red run states
something of the change and not of the day. The campaigns go far beyond both. No case is judged by how long it took: a
busy machine takes ten times as long as a quiet one."""

import gc
import os
import shutil
import subprocess
from collections.abc import Generator
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, settings

from lab.second_verifier import NoSecondVerifierError

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("patient"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "patient")

GARBAGE = (20_000, 20, 20)
"""New objects until they are looked at, and passes until older ones are: at 700 it takes a twentieth of the run."""

os.environ["XDG_CONFIG_HOME"] = os.devnull
"""No test meets the table that `command-table setup` wrote for the developer."""

PIPE_BYTES = 4096
"""What the pipe of a program holds that a test starts: a page. A program that writes into a pipe which its test never
reads waits for ever once the pipe is full: with 64 KiB that came only in folders with long names. Linux alone narrows
pipes."""
OPTIONS = subprocess.Popen.__init__.__kwdefaults__
assert OPTIONS is not None
OPTIONS["pipesize"] = PIPE_BYTES

CAMPAIGN_S = 300
"""A small campaign takes half a minute on a quiet machine, and may be one of many on a busy one."""


ASKED_FOR = ("web", "pcsc", "pc")
"""Left out unless `-m` names it: a browser's event loop and root's daemon would be in the way of all other tests."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    asked = [word for before, word in pairwise(["", *config.option.markexpr.split()]) if before != "not"]
    unasked = [kind for kind in ASKED_FOR if kind not in asked]
    left_out: list[pytest.Item] = []
    kept: list[pytest.Item] = []
    for item in items:
        (left_out if any(map(item.get_closest_marker, unasked)) else kept).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept
    if not config.pluginmanager.hasplugin("timeout"):  # `make mutants` has limits of its own
        return
    for item in items:
        if item.get_closest_marker("campaign") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(CAMPAIGN_S))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Skip what the second verifier has to say where there is no Node: `make test` takes nothing but Python."""
    try:
        yield
    except NoSecondVerifierError as error:
        if shutil.which("node") is None:
            pytest.skip(f"{item.name}: {error}")
        raise


def pytest_collection_finish() -> None:
    """What stands by now stays: a collection in mid-test has only the test's own to look at, and comes seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
