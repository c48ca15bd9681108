"""The campaign of the doctor that asks, in small."""

import pytest

from lab.campaigns import hands_campaign
from table.devices.hands_on.verdicts import Mistake
from table.emulation.builder.plants import EXPECTED


@pytest.mark.campaign
def test_every_mistake_is_named_no_sound_table_has_one_and_who_believes_everything_is_fooled() -> None:
    figures = {figure.name: figure for figure in hands_campaign.campaign(3, 2, lambda _: None)}
    assert [figure.ok for figure in figures.values()] == [True] * 3
    assert figures["doctor.hands"].value == 100
    assert figures["doctor.hands.false_alarms"].value == 0
    assert figures["doctor.hands.control"].value > 0


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
