"""The folder in which an emulated dispenser's port is named goes with it, or at the next start after a kill."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.world import emulated_port
from table.records.temporary import NAMED
from tests.setups import emulated_world


def test_a_port_without_a_table_lies_in_a_folder_that_the_next_start_clears() -> None:
    with emulated_port((1,)) as path:
        assert Path(path).exists()
        folder = Path(path).parent
        assert folder.name.startswith(NAMED)
    assert not folder.exists()


@pytest.mark.slow
def test_so_does_the_port_of_a_table_whose_own_folder_takes_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    world = emulated_world(Setup.of(replace(Config(), state=StateConfig(folder=str(tmp_path)))))
    assert world.dispenser is not None
    folder = Path(world.dispenser.path).parent
    assert folder.name.startswith(NAMED)
    world.close()
    assert not folder.exists()
