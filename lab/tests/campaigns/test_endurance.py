"""A table that is never switched off keeps nothing of a match that is over, in memory or beside its archive."""

import gc
import random
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from lab.campaigns.endurance_campaign import EnduranceTable, TableSample, figures, growth_mb, life
from lab.headless import HeadlessParts
from lab.temporary_folder import temporary_folder
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.hands.bot_match import BotMatch, begin
from table.emulation.virtual_table import VirtualTable
from table.view.published import Published

pytestmark = pytest.mark.slow


@pytest.mark.campaign
def test_every_system_is_played_to_its_end_and_nothing_is_left_beside_the_archive() -> None:
    with temporary_folder() as folder:
        looks = list(life(folder, 1, seed=1, leaking=False, looks=3))
        assert [look.matches for look in looks] == [2, 3, 4]
        assert looks[-1].events > 400
        assert 0 < looks[-1].log_mb < 8
        assert [path.name for path in folder.rglob("*") if path.is_file()] == ["last-match"]
        assert {look.beside for look in looks} == {1}


def test_the_control_keeps_what_every_match_has_shown() -> None:
    kept: list[Published] = []
    with temporary_folder() as folder:
        EnduranceTable(HeadlessParts(folder), folder, seed=1, leak=kept).play(1)
    assert len(kept) > 20


def grown(mb: float, log_mb: float = 1.0, beside: int = 1) -> list[TableSample]:
    return [TableSample(n, n, 40.0 + mb * n / 49, log_mb, beside) for n in range(50)]


def test_a_table_that_grows_misses_its_goal_and_a_control_that_does_not_misses_its_own() -> None:
    def missed(*tables: list[TableSample], control: float = 50) -> list[str]:
        return [figure.name for figure in figures(tables, grown(control), 60) if not figure.ok]

    assert missed(grown(0), grown(0.5)) == []
    assert missed(grown(0), grown(2)) == ["endurance.growth"]
    assert missed(grown(0, log_mb=9)) == ["endurance.log"]
    assert missed(grown(0, beside=2)) == ["endurance.files"]
    assert missed(grown(0), control=0) == ["endurance.control"]


def test_growth_is_the_last_tenth_against_the_first() -> None:
    def looks(*memory_mb: float) -> list[TableSample]:
        return [TableSample(n, n, mb, 0.0, 1) for n, mb in enumerate(memory_mb)]

    assert growth_mb(looks(*[20.0] * 4, 30, *[20.0] * 5)) == 0
    assert growth_mb(looks(*[20.0 + n for n in range(10)])) == 9
    assert growth_mb(looks(*[20.0] * 9, 22)) == 2


def test_a_whole_table_at_rest_keeps_nothing(tmp_path: Path) -> None:
    """Drivers, emulated parts and session, lamps that breathe: ten seconds leave nothing behind."""
    table = VirtualTable(Setup.of(replace(Config(), state=StateConfig(folder=str(tmp_path)))), seed=1)
    begin(table, *table.setup.games.demo)
    evening = BotMatch(table, random.Random(1))
    evening.until(lambda now: any(prompt.key == "select" for prompt in now.prompts))
    table.wait(5)
    before = blocks()
    table.wait(10)
    assert blocks() - before < 100
    table.close()


def blocks() -> int:
    gc.collect()
    return sys.getallocatedblocks()
