"""A process that crashes writes its memory down where the system is set up so: locked cards would be in it."""

import resource
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from pytest_mock import MockerFixture

from table.config import Config
from table.devices.live import TableStart
from table.program import app


@pytest.fixture
def limit() -> Iterator[int]:
    """The size of a core dump that this process may write, as large as it can be; put back afterwards."""
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
    yield hard
    resource.setrlimit(resource.RLIMIT_CORE, (soft, hard))


class BeforeAnythingError(Exception):
    """The table would begin here."""


def test_a_crash_of_the_table_writes_no_copy_of_its_memory(limit: int, mocker: MockerFixture) -> None:
    mocker.patch.object(app, "opened_window", side_effect=BeforeAnythingError)
    setup: Any = SimpleNamespace(config=Config())
    with pytest.raises(BeforeAnythingError):
        app.run(setup, TableStart())
    assert resource.getrlimit(resource.RLIMIT_CORE) == (0, limit)
