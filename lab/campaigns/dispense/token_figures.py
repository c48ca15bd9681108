"""Count the cost of tokens for the players, in both settings of `[rules] tokens`: sorting, presses, waiting.

Bots play whole matches of every game that has samples and hands out tokens each round, at a table in virtual time.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from lab.figure import Figure
from lab.temporary_folder import temporary_folder
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.hands.bot_match import BotMatch, begin
from table.emulation.virtual_table import VirtualTable
from table.rules.match import events as ev
from table.rules.match.payouts import TOKENS_BACK
from table.rules.seats import SEATS, Seat
from table.view.published import DispenserState, Published

ROUNDS = 4
DEFEATS = 0.03
"""The probability that a unit is lost between two answers."""
EVENINGS = 2
"""The number of matches of each game and setting."""


@dataclass
class EveningCost:
    """The cost of one setting, summed over all matches."""

    rounds: int = 0
    sorted_in_play: int = 0
    sorted_at_end: int = 0
    presses: int = 0
    payouts: int = 0
    busy_s: float = 0.0


def measure(seed: int) -> Iterator[Figure]:
    for spent in ev.SpentTokens:
        cost = EveningCost()
        for system in systems_with_rounds():
            for n in range(EVENINGS):
                _play(system, spent, seed + n, cost)
        each = f"{cost.rounds} rounds"
        for name, value, unit in (
            ("sorted", cost.sorted_in_play, "tokens a round"),
            ("presses", cost.presses, "presses a round"),
            ("payouts", cost.payouts, "payouts a round"),
            ("hoppers", cost.busy_s, "s (virtual) a round"),
        ):
            yield Figure(f"tokens.{name}.{spent}", round(value / cost.rounds, 2), unit, note=each)
        matches = EVENINGS * len(systems_with_rounds())
        yield Figure(f"tokens.sorted_at_end.{spent}", round(cost.sorted_at_end / matches, 1), "tokens a match")


def systems_with_rounds() -> tuple[str, ...]:
    """Return the games with sample lists and an adjustable number of rounds."""
    return tuple(
        system for system, each in Setup.of(Config()).games.rule_sets.items() if each.has_rounds and each.samples
    )


def _play(system: str, spent: ev.SpentTokens, seed: int, cost: EveningCost) -> None:
    with temporary_folder() as folder:
        plain = Config()
        config = replace(
            plain,
            state=StateConfig(folder=str(folder)),
            rules=replace(plain.rules, tokens=spent.value),
            rounds={system: ROUNDS},
        )
        setup = Setup.of(config)
        table = WatchedTable(setup, seed)
        samples = setup.games.rule_sets[system].samples
        begin(table, system, dict(zip(SEATS, samples or ("", ""), strict=True)))
        evening = BotMatch(table, random.Random(seed), defeats=DEFEATS)
        last = 0
        while (view := table.now.view) is None or not view.over:
            last = view.round if view is not None else last
            before = table.presses
            if evening.act().prompt == TOKENS_BACK:
                cost.presses += table.presses - before
        evening.settle()
        play = table.session.play
        if play is not None:
            back = [event for event in play.events() if isinstance(event, ev.TokensReturned)]
            cost.sorted_in_play += sum(token.count for event in back for token in event.tokens)
            owed = [event for event in play.events() if isinstance(event, ev.TokensOwed)]
            cost.payouts += sum(event.hopper is not None for event in owed)
            evening.until(lambda _: play.state.ended is not None)
            ledger = play.state.ledger
            cost.sorted_at_end += sum(token.count for token in ledger.called_back)
        cost.rounds += last
        cost.busy_s += table.busy_s
        table.close()


class WatchedTable(VirtualTable):
    """A table that counts presses and the running time of its hoppers."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.presses = 0
        self.busy_s = 0.0
        self._busy_since_s: float | None = None
        super().__init__(setup, seed=seed)
        self.watch(self._look)

    def tap(self, seat: Seat, button: str) -> None:
        self.presses += 1
        super().tap(seat, button)

    def hold(self, seat: Seat, button: str = "confirm") -> None:
        self.presses += 1
        super().hold(seat, button)

    def _look(self, now: Published) -> None:
        busy = now.dispenser is DispenserState.BUSY
        if busy and self._busy_since_s is None:
            self._busy_since_s = self.clock.now_s
        elif not busy and self._busy_since_s is not None:
            self.busy_s += self.clock.now_s - self._busy_since_s
            self._busy_since_s = None
