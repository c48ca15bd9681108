"""Debian's Chromium, driven by Playwright, with the table's name leading to this machine."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.network.web.browser.match import frames_of_a_match
from tests.network.web.browser.served import NAME, ServedTable

TOOLS = Path(__file__).parents[4] / ".venv/web/node_modules"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
)  # fmt: skip


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def match() -> tuple[bytes, ...]:
    """Every frame of two rounds."""
    return frames_of_a_match()


@pytest.fixture
def table(match: tuple[bytes, ...]) -> Iterator[ServedTable]:
    """A table in the middle of a match."""
    served = ServedTable(match[: len(match) // 2])
    yield served
    served.close()


@pytest.fixture
def axe() -> str:
    """The source of axe-core."""
    return (TOOLS / "axe-core/axe.min.js").read_text("utf-8")


@pytest.fixture
def types() -> Path:
    """The compiler of TypeScript, which checks plain modules by their comments."""
    return TOOLS / "typescript/bin/tsc"
