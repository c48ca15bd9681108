"""Whole matches of every game, up to the question for the next one. A process plays each once for all of its tests."""

import random
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

from msgspec import json
from msgspec.structs import replace

from table.config import Config
from table.config.schema import StateConfig
from table.devices.phones.phone_views import PhoneViews
from table.devices.setup import Setup
from table.emulation.demo import DEFEATS
from table.emulation.hands.bot_match import BotMatch, begin
from table.emulation.virtual_table import VirtualTable
from table.network.stream_frames import FrameWriter
from table.rules.seats import SEATS
from table.session.match_switch import NEXT_MATCH
from table.view.published import Published
from table.view.sentences import Sayings
from table.view.spectating import spectator_table, story_lines
from table.view.spectators import SpectatorTable
from table.words import Words, languages
from tests.emulation.said import texts

GAMES = ("legion_2024", "legion_classic", "infinity", "tide_of_iron")


@dataclass(frozen=True)
class Look:
    """The table at one moment: what everybody sees, and the match that a phone's hand is taken from."""

    published: Published
    play: Any


@cache
def looks(game: str, seed: int = 3) -> tuple[Look, ...]:
    """Return everything that a table publishes through a match of two bots."""
    seen: list[Look] = []
    with tempfile.TemporaryDirectory() as folder:
        table = VirtualTable(Setup.of(replace(Config(), state=StateConfig(folder=folder))), seed=seed)

        def look(published: Published) -> None:
            play = table.session.play
            seen.append(Look(published, None if play is None else SimpleNamespace(match=play.match, state=play.state)))

        table.watch(look)
        bots = BotMatch(table, random.Random(seed), DEFEATS)
        begin(table, game, table.setup.games.samples_of(game) or {})
        while all(prompt.key != NEXT_MATCH for prompt in table.now.prompts):
            bots.act()
        table.close()
    return tuple(seen)


@cache
def moments(game: str) -> tuple[Look, ...]:
    """Return the looks that show a text, an icon or a face which none before them has shown."""
    known, new = set[str](), list[Look]()
    for look in looks(game):
        view = look.published.view
        shown = {text.key for text in texts(look.published)}
        if view is not None:
            shown |= {kind for seat in view.seats for pool in seat.pools for kind, _ in pool.counts}
            shown |= {f"{piece.icon} {piece.state}" for seat in view.seats for piece in seat.pieces}
            shown |= set() if view.rolled is None else {f"{view.rolled.die} {view.rolled.face}"}
        if not shown <= known:
            known |= shown
            new.append(look)
    return tuple(new)


def frames(game: str) -> list[bytes]:
    """Return the match as spectators get it, without a delay."""
    sayings, writer = sayings_of_all(), FrameWriter(game, SpectatorTable())
    told = [writer.snapshot(0)]
    for number, look in enumerate(looks(game), 1):
        now = look.published
        told.append(writer.update(spectator_table(now, sayings, number), number, story_lines(now, sayings)))
    return [frame for frame in told if frame]


def phone_messages(game: str, language: str) -> Iterator[dict[str, Any]]:
    """Yield the messages that the phones of both seats, the judge and the owner get at the moments of a match."""
    now: list[Any] = [None]
    teller = PhoneViews(sayings_of_all(), lambda: now[0], ("current",))
    for look in moments(game):
        now[0] = look.play
        for seat in SEATS:
            parts = teller.parts(seat, look.published, "", language)
            yield plain({"cards": parts.cards, "sight": parts.sight | {"view": 0}})
        yield plain({"sight": teller.judge(look.published, language) | {"view": 0}})
        yield plain({"sight": teller.setup(look.published, language) | {"view": 0}})


@cache
def sayings_of_all() -> Sayings:
    return Sayings({language: Words(language) for language in languages()})


def plain(value: Any) -> dict[str, Any]:
    """Return a message as it comes out of JSON."""
    made: dict[str, Any] = json.decode(json.encode(value))
    return made
