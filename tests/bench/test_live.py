"""The table in real time: its threads, the pty, the emulated pins. The one evening here that the wall clock keeps."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from hal.events import Button
from table.app import known_cards, live_table
from table.bench.emulated import EmulatedWorld
from table.bench.hands import Lay, Press, Release
from table.bench.mains import Mains
from table.bench.reach import Reach
from table.cards import CardBook
from table.catalog.legion import catalogue
from table.config import Config
from table.config.schema import State
from table.games.commands import Answer
from table.games.seats import BLUE, RED
from table.live import Latest, LiveTable, Opening
from table.published import Published

SIDES = ((BLUE, "sample:rebels_leia_luke"), (RED, "sample:empire_veers_vader"))
PATIENCE_S = 15.0


class Live:
    def __init__(self, folder: Path) -> None:
        config = replace(Config(), state=State(folder=str(folder)))
        legion = catalogue.load_all()
        self.world = EmulatedWorld(config, known_cards(legion, folder))
        self.latest = Latest()
        self.mains = Mains(self.world, self.latest, self._boot)
        self.hands = Reach(self.mains)
        self.mains.start()

    def _boot(self, first: bool) -> LiveTable:
        devices, known = self.world.devices(), CardBook(self.world.decks.book())
        opening = Opening(system="legion_2024", sides=SIDES) if first else Opening()
        legion, config = catalogue.load_all(), self.world.config
        return live_table(config, legion, devices, known, self.latest, opening, self.world.pace)

    def sees(self, condition: Callable[[Published], bool]) -> bool:
        until = time.monotonic() + PATIENCE_S
        while not condition(self.latest()):
            if not self.latest.wake.wait(until - time.monotonic()):
                return False
            self.latest.wake.clear()
        return True

    def stop(self) -> bool:
        stopped = self.mains.stop()
        self.world.close()
        return stopped


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    live = Live(tmp_path)
    yield live
    live.stop()


def test_a_card_is_laid_and_locked_in_real_time_and_a_new_process_voids_the_seal(live: Live, tmp_path: Path) -> None:
    assert live.sees(lambda now: now.dispenser == "ready")
    live.mains.hears(Answer(BLUE, "match.number", 7))
    live.mains.hears(Answer(RED, "match.number", 42))
    assert live.sees(lambda now: any(prompt.key == "select" for prompt in now.prompts))
    live.hands.perform(Lay(BLUE, "blue/legion.card.ambush/0"))
    assert live.sees(lambda now: now.desks[0].reader == "card")
    live.hands.perform(Press(BLUE, Button.CONFIRM))
    assert live.sees(lambda now: now.desks[0].locked)
    live.hands.perform(Release(BLUE, Button.CONFIRM))
    assert live.stop(), "every thread stops"

    again = Live(tmp_path)
    try:
        assert again.latest().match == live.latest().match
        assert not again.latest().desks[0].locked
        assert again.sees(lambda now: now.dispenser == "ready")
    finally:
        assert again.stop()
