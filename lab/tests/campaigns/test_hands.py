"""The campaign of the doctor that asks, in small."""

import pytest

from lab.built.plants import EXPECTED
from lab.campaigns import hands_campaign
from table.devices.hands_on.verdicts import Mistake


@pytest.mark.slow
def test_a_mistake_under_another_name_is_a_miss(monkeypatch: pytest.MonkeyPatch) -> None:
    (plant, right), *_ = EXPECTED.items()
    monkeypatch.setattr(hands_campaign, "EXPECTED", {plant: right._replace(mistake=Mistake.METAL)})
    counts = hands_campaign.plants(0, 1)
    assert (counts.tried, len(counts.missed)) == (1, 1)


@pytest.mark.slow
def test_a_sound_table_is_examined_to_its_end() -> None:
    counts = hands_campaign.tables(1, 1)
    assert (counts.tried, counts.missed) == (1, [])
