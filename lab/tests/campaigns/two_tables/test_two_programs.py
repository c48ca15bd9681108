"""Two real programs play a match in real time. They run alone, beside no other tests."""

import pytest

from lab.campaigns.two_tables.two_programs import PlayedForReal, play_for_real
from table.config import Config
from table.devices.setup import Setup


@pytest.mark.hall
@pytest.mark.timeout(600)
def test_two_programs_play_a_match_in_real_time(tmp_path_factory: pytest.TempPathFactory) -> None:
    played = play_for_real(Setup.of(Config()).games, "legion_2024", tmp_path_factory.mktemp("far"))
    assert played == PlayedForReal(alike=True, ended=True, verified=True)
