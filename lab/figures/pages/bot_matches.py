"""Matches that bots play in virtual time: everything that the table published, and the file of the match."""

import random
from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from lab.figure import NotMeasuredError
from lab.quick_readers import quick_readers
from lab.temporary_folder import temporary_folder
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.demo import DEFEATS
from table.emulation.hands.bot_match import BotMatch, begin
from table.emulation.virtual_table import VirtualTable
from table.program.table_feeds import compressed_replay
from table.records.matches import opened
from table.records.verify.file import written
from table.rules.commands import Answer
from table.rules.seats import BLUE
from table.rules.view import StepState
from table.session.lobby.choice import LobbyKey
from table.session.match_switch import NEXT_MATCH
from table.view.published import Published

SEED = 3


class Look(NamedTuple):
    """The table at one moment: the published view, and the match from which a phone's hand is taken."""

    published: Published
    play: Any


class BotsMatch(NamedTuple):
    """A match from the lobby to the question for the next one."""

    game: str
    looks: tuple[Look, ...]
    file: bytes
    """The match file."""
    replay: bytes
    """The replay, compressed as a table sends it; empty for a match that was not played to its end."""
    setup: Setup


@cache
def bots_match(game: str, rounds: int | None = None) -> BotsMatch:
    """Play a match of a game, or only its first rounds. A process plays each once."""
    seen: list[Look] = []
    with temporary_folder() as folder:
        setup = Setup.of(Config(state=StateConfig(folder=str(folder)), readers=quick_readers()))
        table = VirtualTable(setup, seed=SEED)

        def look(published: Published) -> None:
            play = table.session.play
            seen.append(Look(published, None if play is None else SimpleNamespace(match=play.match, state=play.state)))

        table.watch(look)
        bots = BotMatch(table, random.Random(SEED), DEFEATS)
        table.session.start()
        table.session.step(Answer(BLUE, LobbyKey.SYSTEM, game))
        table.wait_for(lambda now: any(prompt.key == LobbyKey.LIST for prompt in now.prompts))
        begin(table, game, setup.games.samples_of(game) or {})
        while all(prompt.key != NEXT_MATCH for prompt in table.now.prompts) and not _later(table.now, rounds):
            bots.act()
        table.close()
        journal = opened(folder, "")
        if journal is None:
            raise NotMeasuredError(f"no match of {game} was kept")
        replay = compressed_replay(setup.games, journal) if rounds is None else b""
        file = b"".join(written(journal))
        journal.close()
    return BotsMatch(game, tuple(seen), file, replay, setup)


def _later(now: Published, rounds: int | None) -> bool:
    return rounds is not None and now.view is not None and now.view.round > rounds


def middles(match: BotsMatch) -> Iterator[tuple[str, int]]:
    """Yield the middle look of each step of each phase and of the lobby, and the last look, by a name of the moment."""
    steps: dict[str, list[int]] = {}
    for number, look in enumerate(match.looks):
        steps.setdefault(_step(look.published), []).append(number)
    for name, numbers in steps.items():
        yield name, numbers[len(numbers) // 2]
    yield "end", len(match.looks) - 1


def _step(published: Published) -> str:
    view = published.view
    if view is None:
        return "lists" if any(prompt.key == LobbyKey.LIST for prompt in published.prompts) else "lobby"
    now = next((step.name.key for step in view.steps if step.state == StepState.NOW), view.phase.key)
    return f"{view.phase.key}, {now}"
