"""A table that is never switched off keeps nothing of a match that is over, in memory or beside its archive."""

import gc
import random
import sys
from pathlib import Path

from msgspec.structs import replace

from table.bench.demo import SAMPLES
from table.bench.endurance_campaign import Enduring, Look, growth_mb
from table.bench.evening import Evening, begin
from table.bench.headless import Furnished
from table.bench.scratch import scratch
from table.bench.virtual import VirtualTable
from table.config import Config
from table.config.schema import State
from table.published import Published


def test_every_system_is_played_to_its_end_and_nothing_is_left_beside_the_archive() -> None:
    kept: list[Published] = []
    with scratch() as folder:
        table = Enduring(Furnished(folder), folder, seed=1, leak=kept)
        while table.matches < 4:
            table.play(1)
        look = table.look()
        assert look.matches == 4
        assert look.events > 400
        assert 0 < look.log_mb < 8
        assert [path.name for path in folder.rglob("*") if path.is_file()] == ["last-match"]
        assert look.beside == 1
    assert len({shown.match for shown in kept if shown.match}) == 4


def test_growth_is_the_last_tenth_against_the_first() -> None:
    def looks(*memory_mb: float) -> list[Look]:
        return [Look(n, n, mb, 0.0, 1) for n, mb in enumerate(memory_mb)]

    assert growth_mb(looks(*[20.0] * 4, 30, *[20.0] * 5)) == 0
    assert growth_mb(looks(*[20.0 + n for n in range(10)])) == 9
    assert growth_mb(looks(*[20.0] * 9, 22)) == 2


def test_a_whole_table_at_rest_keeps_nothing(tmp_path: Path) -> None:
    """Drivers, emulated parts and session, lamps that breathe: ten seconds leave nothing behind."""
    table = VirtualTable(replace(Config(), state=State(folder=str(tmp_path))), seed=1)
    begin(table, "legion_2024", SAMPLES)
    evening = Evening(table, random.Random(1))
    evening.until(lambda now: any(prompt.key == "select" for prompt in now.prompts))
    table.wait(5)
    before = blocks()
    table.wait(10)
    assert blocks() - before < 100
    table.close()


def blocks() -> int:
    gc.collect()
    return sys.getallocatedblocks()
