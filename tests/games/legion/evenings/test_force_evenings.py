"""An evening of each battle force with rules at the table, by script to its end: LA-70 to LA-78."""

import re
from pathlib import Path

import pytest

from table.emulation.scripts.document import read_script
from table.emulation.scripts.replay import StepError, play
from table.games.legion.rules.model.forces import FORCES

EVENINGS = sorted(Path(__file__).parent.glob("*.script"))
FORCE = re.compile(r'"battleForce":"([^"]+)"')
ONLY_NAMED = {"Clan Saxon"}
"""The forces of LA-79: they change nothing that the table decides."""


def test_every_force_with_rules_at_the_table_has_its_evening() -> None:
    played = {FORCE.findall(path.read_text("utf-8"))[0] for path in EVENINGS}
    assert played == FORCES.keys() - ONLY_NAMED


@pytest.mark.campaign
@pytest.mark.rule("LA-70")
@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_an_evening_goes_to_its_end_with_the_rules_of_the_force(path: Path) -> None:
    """The control: without its force the same army is not played like that."""
    script = path.read_text("utf-8")
    play(read_script(script, path.name))
    with pytest.raises(StepError):
        play(read_script(FORCE.sub('"battleForce":""', script), path.name))
