"""A whole emulated table as a pytest fixture. Its modules are imported when a test uses it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from table.emulation.scripts.replay import TypedTable


@pytest.fixture
def emulated_table(request: pytest.FixtureRequest, tmp_path: Path) -> "Iterator[TypedTable]":
    """Return a switched-on table in virtual time, which takes a script's words.

    `@pytest.mark.script_head(...)` sets it up.
    """
    from table.emulation.scripts.document import read_script
    from table.emulation.scripts.replay import TypedTable, set_table

    mark = request.node.get_closest_marker("script_head")
    head = "" if mark is None else str(mark.args[0])
    with set_table(read_script(head, request.node.name), tmp_path / "table") as stage:
        yield TypedTable(stage)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "script_head(text): the head of a script, which `emulated_table` is set up by")
