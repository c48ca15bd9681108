"""The figures of the web program, in small."""

import pytest

from lab.figures.web import watched
from lab.figures.web.web_figures import FEW, beside_viewers, viewer_bytes


@pytest.mark.campaign
def test_a_viewer_of_one_round_gets_part_of_what_a_match_may_cost() -> None:
    figure = viewer_bytes(1, rounds=1)
    assert figure.n > 20
    assert 10 < figure.value < 300 / 3


@pytest.mark.campaign
@pytest.mark.timeout(120)
def test_every_viewer_sees_every_event_and_the_web_program_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched, "ALTERNATIONS", 2)
    figures = {figure.name: figure for figure in beside_viewers(1, events=5, commands=50)}
    seen = sum(each.n for name, each in figures.items() if name.startswith("web.event_to_viewer"))
    assert seen >= 2 * FEW
    assert seen % FEW == 0
    assert 20 < figures["web.memory"].value < 60
    assert figures["web.session_command"].value > 0
