"""The start of `command-table run` loads no part that this table does not have, and pauses Python's collector."""

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from table.games.found import shipped
from table.program.collector import collect_again, collector_paused
from table.words import Words

LOADED = """
import sys
from pathlib import Path
from table.devices.setup import setup_in
from table.emulation.backend import EmulatedBackend
from table.emulation.world import EmulatedWorld
setup = setup_in(Path(sys.argv[1]))
world = EmulatedWorld(setup.config, setup.games.cards)
world.devices()
world.close()
print(*sys.modules)
"""


@pytest.mark.slow
def test_a_table_with_rc522_readers_loads_no_part_that_it_does_not_use(tmp_path: Path) -> None:
    output = subprocess.run([sys.executable, "-c", LOADED, str(tmp_path)], capture_output=True, text=True, check=True)
    loaded = output.stdout.split()
    assert "pygame" in loaded
    unwanted = (
        "pkg_resources",
        "pygame.mixer",
        "sim_hardware.nfc.pn532",
        "hal.panels.keypads.panel",
        "hal.readers.pn532.links",
        "hal.readers.pn532.reader",
        "hal.readers.pcsc.reader",
        "html",
        "difflib",
        "table.emulation.hands.player",
        "table.games.infinity.rules.game",
        "table.games.tide_of_iron.rules.game",
    )
    assert [name for name in unwanted if name in loaded] == []


def test_the_collector_runs_again_after_the_start() -> None:
    with collector_paused():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_the_collector_passes_over_what_the_start_made() -> None:
    with collector_paused():
        made, before = [[each] for each in range(1_000)], gc.get_freeze_count()
        collect_again()
        assert gc.isenabled()
        assert gc.get_freeze_count() >= before + len(made)


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_the_words_of_shipped_games_are_read_once(language: str) -> None:
    folders = [rule_set.words for rule_set in shipped()]
    assert Words(language, more=folders).sentences == Words(language).sentences
