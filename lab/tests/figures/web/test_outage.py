"""A small measurement of the cost of an outbox without a network."""

import pytest

from lab.figures.web import watched
from lab.figures.web.outbox_figures import measure


@pytest.mark.campaign
@pytest.mark.timeout(120)
def test_an_outbox_without_a_network_keeps_what_it_receives_and_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched, "ALTERNATIONS", 2)
    figures = {figure.name: figure for figure in measure(1, commands=20)}
    names = ("hall.session_command", "hall.session_command.processor", "hall.session_command.flat_out")
    assert tuple(figures) == names
    assert all(figure.value > 0 for figure in figures.values())
