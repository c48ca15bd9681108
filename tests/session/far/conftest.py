"""Two sessions on a line without faults. Their players do only as the test states."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from lab.campaigns.two_tables.quiet_sessions import QuietSessions
from lab.headless import HeadlessParts
from table.rules.seats import SEATS, Seat


@pytest.fixture(scope="session")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Mapping[Seat, HeadlessParts]:
    return dict.fromkeys(SEATS, HeadlessParts(tmp_path_factory.mktemp("parts")))


@pytest.fixture
def pair(parts: Mapping[Seat, HeadlessParts], tmp_path: Path) -> QuietSessions:
    """Return two tables that are not paired yet."""
    return QuietSessions(parts, tmp_path)


@pytest.fixture
def tables(pair: QuietSessions) -> QuietSessions:
    """Return two tables at which both seats are to lock a card."""
    return pair.play_until_locks()
