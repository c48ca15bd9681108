"""Debian's Chromium, driven by Playwright, with the table's name leading to this machine."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lab.chromium import chromium
from lab.figures.pages.served import ServedTable
from tests.network.web.browser.match import frames_of_a_match

TOOLS = Path(__file__).parents[4] / ".venv/web/node_modules"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    with chromium() as run:
        yield run


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
