"""Write the card book of the players' cards, as an owner enrols them: python -m tests.machine.cards FOLDER"""

import sys
from pathlib import Path

from table.devices.setup import Setup, load_setup
from table.devices.tags.card_book import CardBook
from table.emulation.cards import EmulatedCards
from table.records.folder import CARD_BOOK

CONFIG = Path(__file__).parents[2] / "examples/raspberry-pi.toml"


def setup() -> Setup:
    """Return the setup of the configuration that `make install` puts in place."""
    loaded = load_setup(CONFIG)
    assert not loaded.problems, loaded.problems
    return loaded.setup


if __name__ == "__main__":
    CardBook(EmulatedCards(setup().games.cards).book()).save(Path(sys.argv[1]) / CARD_BOOK)
