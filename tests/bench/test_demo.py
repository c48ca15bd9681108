"""Two rounds on the virtual table, as the command plays them; and the audit finds what it should."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from table.bench.audit import disagreements
from table.bench.evening import Evening, begin
from table.bench.virtual import VirtualTable
from table.cli import main
from table.config import Config
from table.config.schema import State
from table.games.seats import BLUE, RED

SIDES = {BLUE: "sample:rebels_leia_luke", RED: "sample:empire_veers_vader"}


def test_the_demo_plays_two_rounds_and_everything_agrees(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["demo", "--seed", "5", "--rounds", "1", "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert "tray, journal and view agree" in result.output
    for part in ("reader", "lamp", "screen", "dispenser", "player"):
        assert f" {part} " in result.output
    assert len(list((tmp_path / "out").glob("*.png"))) > 20


@pytest.fixture
def table(tmp_path: Path) -> VirtualTable:
    return VirtualTable(replace(Config(), state=State(folder=str(tmp_path))), seed=2)


def played_into_activation(table: VirtualTable) -> None:
    import random

    begin(table, "legion_2024", SIDES)
    evening = Evening(table, random.Random(4))
    evening.until(lambda now: len(table.fallen) >= 3)
    evening.settle()


def test_the_audit_finds_a_token_that_nobody_wrote_down(table: VirtualTable) -> None:
    """Two tokens pass as one pulse: no device can tell, and the hopper holds one less than the ledger says."""
    begin(table, "legion_2024", SIDES)
    played_into_activation(table)
    assert disagreements(table) == ()
    table.dispenser.load(2, 1)
    assert (
        disagreements(table) == ("hopper 2 holds 25 tokens, and the ledger says 24",) or len(disagreements(table)) == 1
    )
    table.close()
