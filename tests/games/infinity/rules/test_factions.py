"""An army has the emblem of its sectorial's faction."""

import pytest
from msgspec.structs import replace

from table.games.infinity.rules.mission_view import FACTIONS, emblem_of
from table.words import Words, languages
from tests.games.infinity.kit import DOCKERS, Tabletop

CODES = [
    ("nomads (501)", "faction.nomads"),
    ("jurisdictional-command-of-corregidor (502)", "faction.nomads"),
    ("starmada (1002)", "faction.o12"),
    ("panoceania-reinforcements (191)", "faction.panoceania"),
    ("kestrel (1201)", ""),
]
NAMES = [
    ("Yu Jing", "faction.yu_jing"),
    ("O-12", "faction.o12"),
    ("ALEPH", "faction.aleph"),
    ("Border Watch", ""),
    ("", ""),
]


@pytest.mark.parametrize(("sectorial", "emblem"), [*CODES, *NAMES])
def test_the_emblem_is_that_of_the_sectorials_faction(sectorial: str, emblem: str) -> None:
    assert emblem_of(sectorial) == emblem
    table = Tabletop(replace(DOCKERS, sectorial=sectorial))
    assert [seat.emblem for seat in table.game.view(table.state).seats] == [emblem, ""]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("faction", FACTIONS.values())
def test_each_faction_has_a_name(faction: str, language: str) -> None:
    assert Words(language).sentences[f"faction.{faction}"]
