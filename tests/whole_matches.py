"""Whole matches of every game, up to the question for the next one. A process plays each once for all of its tests."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from lab.figures.evening.whole_matches import GAMES as GAMES
from lab.figures.pages.bot_matches import Look, bots_match
from lab.figures.pages.moments import plain, sayings
from table.devices.phones.phone_views import PhoneViews
from table.rules.seats import SEATS
from table.view.spectating import spectator_table, story_lines
from table.view.spectators import SpectatorTable
from table.view.streams.stream_frames import FrameWriter
from tests.emulation.shown_texts import texts


@cache
def moments(game: str) -> tuple[Look, ...]:
    """Return the looks that show a text, an icon or a face which none before them has shown."""
    known, new = set[str](), list[Look]()
    for look in bots_match(game).looks:
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
    writer = FrameWriter(game, SpectatorTable())
    reported = [writer.snapshot(0)]
    for number, look in enumerate(bots_match(game).looks, 1):
        now = look.published
        reported.append(writer.update(spectator_table(now, sayings(), number), number, story_lines(now, sayings())))
    return [frame for frame in reported if frame]


def phone_messages(game: str, language: str) -> Iterator[dict[str, Any]]:
    """Yield the messages that the phones of both seats, the judge and the owner get at the moments of a match."""
    now: list[Any] = [None]
    teller = PhoneViews(sayings(), lambda: now[0], ("current",))
    for look in moments(game):
        now[0] = look.play
        for seat in SEATS:
            parts = teller.parts(seat, look.published, "", language)
            yield plain({"cards": parts.cards, "sight": parts.sight | {"view": 0}})
        yield plain({"sight": teller.judge(look.published, language) | {"view": 0}})
        yield plain({"sight": teller.setup(look.published, language) | {"view": 0}})
