"""An emulated table leaves nothing outside its state folder, however it ends."""

import tempfile
from pathlib import Path

import pytest

from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from tests.setups import emulated_world


@pytest.mark.slow
def test_the_dispensers_port_is_named_in_the_state_folder_so_that_a_kill_leaves_no_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary, state = tmp_path / "temporary", tmp_path / "state"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    lives = [emulated_world(Setup.of(Config(state=StateConfig(folder=str(state))))) for _ in range(2)]
    for world in lives:  # the first one was not closed when the second began, as after kill -9
        assert world.dispenser is not None
        assert Path(world.dispenser.path).is_relative_to(state)
        world.close()
    assert list(temporary.iterdir()) == []


@pytest.mark.slow
def test_in_a_state_folder_that_cannot_be_written_it_is_named_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.emulation.world.os.access", lambda *_: False)
    world = emulated_world(Setup.of(Config(state=StateConfig(folder=str(tmp_path / "state")))))
    assert world.dispenser is not None
    assert not Path(world.dispenser.path).is_relative_to(tmp_path / "state")
    world.close()
