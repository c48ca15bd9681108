"""`campaign demo`: bots play two to six rounds of every game. Do tray, journal and screen agree after each?

Two bots that act only as players can play whole matches of each game in virtual time, as `command-table demo` does.
After every round from the second on, when the dispenser rests, the campaign compares the tray with the journal, the
journal with the screen, and the ledger with the hoppers, which shows whether the bots returned the tokens that they
confirmed. The control's bots confirm returned tokens and keep them.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from lab.figure import Figure, control_of, none_of
from lab.temporary_folder import temporary_folder
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.demo import DEFEATS
from table.emulation.hands.bot_match import BotMatch, begin, disagreements
from table.emulation.virtual_table import VirtualTable
from table.rules.seats import Seat

FIRST, LAST = 2, 6
"""The rounds after which the parts are compared. A match that ends earlier is compared at its end."""
SHOWN = 5
"""The maximum number of disagreements in a figure's note."""
CONTROL_SEEDS = 3


@dataclass
class DemoCounts:
    matches: int = 0
    looks: int = 0
    wrong: list[str] = field(default_factory=list)


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Play `count` seeds of every game that has sample lists."""
    counts = DemoCounts()
    for number in range(count):
        for system in systems():
            play(counts, system, seed + number)
        done(number + 1)
    note = "; ".join((f"{counts.matches} matches of {len(systems())} games", *counts.wrong[:SHOWN]))
    yield none_of("demo.disagreements", counts.wrong, "disagreements", counts.looks, note=note)
    kept = DemoCounts()
    for number in range(CONTROL_SEEDS):
        play(kept, systems()[0], seed + number, honest=False)
    yield control_of("demo.control", len(kept.wrong), "disagreements", kept.looks)


def systems() -> tuple[str, ...]:
    """Return the names of the games that have sample lists."""
    return tuple(system for system, each in Setup.of(Config()).games.rule_sets.items() if each.samples)


def play(counts: DemoCounts, system: str, seed: int, *, honest: bool = True, last: int = LAST) -> None:
    """Let bots play until round `last`, and note the disagreements after each round."""
    with temporary_folder() as folder:
        table = VirtualTable(Setup.of(replace(Config(), state=StateConfig(folder=str(folder)))), seed=seed)
        bots = BotMatch(table, random.Random(seed), DEFEATS, None if honest else _keep)
        brought: Mapping[Seat, str] | None = table.setup.games.samples_of(system)
        if brought is None:
            raise ValueError(f"{system} has no samples")
        begin(table, system, brought)
        counts.matches += 1
        for round_number in range(FIRST, last + 1):
            over = _played(bots, round_number)
            bots.settle()
            counts.looks += 1
            wrong = disagreements(table)
            counts.wrong += [f"{system}, seed {seed}, round {round_number}: {each}" for each in wrong]
            if over or wrong:
                break
        table.close()


def _played(bots: BotMatch, rounds: int) -> bool:
    """Play until this many rounds are over. Return True if the match is over."""
    while (view := bots.table.now.view) is not None and view.round <= rounds:
        if view.over:
            return True
        bots.act()
    return False


def _keep(_kind: str, _count: int) -> None:
    """Keep the tokens, against the confirmation."""
