"""A hall on this machine. Without a Mosquitto its tests are skipped, and say so."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lab.campaigns.hall.hall_stage import HallStage
from lab.campaigns.hall.mosquitto import found


@pytest.fixture
def stage(tmp_path: Path) -> Callable[[int], HallStage]:
    program = found()
    if not program:
        pytest.skip("there is no mosquitto here: `make hall` looks for Debian's")
    return lambda tables: HallStage(tmp_path, tables, program)
