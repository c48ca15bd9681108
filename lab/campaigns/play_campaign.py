"""`command-table campaign play`: does random legal play of every game break a rule or raise an exception?

Bots that know only the prompts give random answers. After each answer invariants are checked: no surplus token, a
question while the match continues, no exception.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from msgspec import structs

from lab.figure import Figure, control_of, none_of
from lab.systems import systems
from table.games.random_play.tries import PlayResult, tries
from table.rules.game import Event, Game
from table.rules.tokens import HandOut

CONTROL_COMMANDS = 1_000
SHOWN = 3
"""The maximum number of findings in a figure's note."""


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Play `count` commands of each game."""
    played, tried = tuple(systems()), PlayResult()
    for system in played:
        before = tried.commands
        one = tries([system], count, seed, lambda commands, before=before: done((before + commands) // len(played)))  # type: ignore[misc]
        tried.add(one)
        note = f"{one.matches} matches through Match"
        yield Figure(f"play.commands.{system.game.system}", one.commands, "commands", note=note)
    for name, found in (
        ("exceptions", tried.exceptions),
        ("broken_invariants", tried.broken),
        ("without_answer", tried.unanswered),
    ):
        yield none_of(f"play.{name}", found, name.replace("_", " "), note="; ".join(found[:SHOWN]))
    losing = tries([replace(each, game=LosingGame(each.game)) for each in played], CONTROL_COMMANDS, seed)
    yield control_of("play.lost_token.control", len(losing.broken), "broken invariants")


class LosingGame:
    """The control: a game in which every tenth hand-out lacks one token, which must be found."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._handed = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def hand_outs(self, event: Event) -> tuple[HandOut, ...]:
        outs = self._game.hand_outs(event)
        self._handed += len(outs)
        if not outs or self._handed % 10:
            return outs
        return (*outs[:-1], structs.replace(outs[-1], count=outs[-1].count - 1))
