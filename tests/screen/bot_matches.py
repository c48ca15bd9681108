"""Whole matches of bots at an emulated table, as they are published: each is played once for all tests."""

import random
import tempfile
from functools import cache

from lab.quick_readers import quick_readers
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.demo import DEFEATS
from table.emulation.hands.bot_match import BotMatch, begin
from table.emulation.virtual_table import VirtualTable
from table.session.match_switch import NEXT_MATCH
from table.view.published import Published

GAMES = ("legion_2024", "legion_classic", "infinity", "tide_of_iron")
ROUNDS = 2
"""As many rounds as there are of each kind of question, and a second time for most of them."""


@cache
def looks(game: str, seed: int = 3, rounds: int = ROUNDS) -> tuple[Published, ...]:
    """Return what the table published after each act of two bots, unit losses among them."""
    with tempfile.TemporaryDirectory() as folder:
        config = Config(state=StateConfig(folder=folder), readers=quick_readers())
        table = VirtualTable(Setup.of(config), seed=seed)
        bots = BotMatch(table, random.Random(seed), DEFEATS)
        begin(table, game, table.setup.games.samples_of(game) or {})
        seen = [table.now]
        while (view := table.now.view) is not None and not view.over and view.round <= rounds:
            bots.act()
            seen.append(table.now)
        table.close()
    return tuple(seen)


@cache
def closed(game: str, seed: int = 3) -> Published:
    """Return the last screen of a whole match of two bots: only the next match is asked for."""
    with tempfile.TemporaryDirectory() as folder:
        config = Config(state=StateConfig(folder=folder), readers=quick_readers())
        table = VirtualTable(Setup.of(config), seed=seed)
        bots = BotMatch(table, random.Random(seed), DEFEATS)
        begin(table, game, table.setup.games.samples_of(game) or {})
        while all(prompt.key != NEXT_MATCH for prompt in table.now.prompts):
            bots.act()
        now = table.now
        table.close()
    return now
