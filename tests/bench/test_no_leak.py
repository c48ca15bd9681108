"""Two tables that differ only in a hidden card say the same to the world until the reveal: screen, lamps, log, journal,
serial line, files, and the time of it all. And whatever tag the card has."""

import pytest

from table.bench.leak import differing, hidden
from table.bench.leak_campaign import USUAL, campaign, cards, tags


@pytest.mark.rule("TB-48")
@pytest.mark.parametrize("card", [cards()[0], cards()[-1], "legion.card.somebody-has-to-save-our-skins"])
def test_what_a_hidden_card_is_shows_nowhere_before_the_reveal(card: str) -> None:
    assert hidden(card) == hidden(USUAL)


@pytest.mark.parametrize("tag", tags(), ids=lambda tag: f"{type(tag).__name__}-{len(tag.uid)}")
def test_nor_does_its_tag(tag: object) -> None:
    from sim_hardware.nfc.tags import Card

    assert isinstance(tag, Card)
    assert differing(hidden(USUAL, tag), hidden(USUAL)) == 0


def test_all_pairs_of_both_hands_and_a_table_with_one_log_line_too_many() -> None:
    figures = {figure.name: figure for figure in campaign(1, 1, lambda _: None)}
    assert all(figure.ok for figure in figures.values())
    assert figures["leak.control"].value > 0
    assert figures["leak.differing_bytes"].n >= 45
