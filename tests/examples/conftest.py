"""A table that the example clients follow."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.network.watched import WatchedTable


@pytest.fixture
def table(tmp_path: Path) -> Iterator[WatchedTable]:
    table = WatchedTable(tmp_path).begun()
    yield table
    table.session.close()
