"""The figure of the asked facts, and its control."""

import pytest

from lab.trials.legion.cards_asked import asked, lacking, measure
from table.games.legion.data.catalogue import load


def test_a_lost_orders_line_alone_is_asked_once() -> None:
    card = next(card for card in load().cards if lacking().get(card.id) == frozenset(("orders",)))
    assert asked(load(), card) == {"orders": 1}


@pytest.mark.slow
def test_each_card_is_asked_for_what_its_files_lack() -> None:
    figures = {figure.name: figure for figure in measure()}
    assert (figures["legion.cards_asked"].value, figures["legion.cards_asked"].n) == (59, 59)
    assert figures["legion.cards_asked.control"].value > 0
    assert figures["legion.classic_times_asked"].value <= 20
