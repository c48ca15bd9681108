"""The frames and the messages that pages and phones get at one moment of a match."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from msgspec import json
from msgspec.structs import replace

from lab.figures.pages.bot_matches import BotsMatch, Look, middles
from table.devices.phones.phone_views import PhoneViews
from table.rules.seats import BLUE, SEATS, Seat
from table.view.clock import RunningClock
from table.view.sentences import Sayings
from table.view.spectating import spectator_table, story_lines
from table.view.spectators import SpectatorTable
from table.view.streams.stream_frames import FrameWriter
from table.words import Words, languages

CLOCK = RunningClock(0, 5400, 3600 + 125, (BLUE,), False, None)


class Names(NamedTuple):
    """The names of players and armies, by seat; empty ones are those of the match."""

    players: tuple[str, str] = ("", "")
    sides: tuple[str, str] = ("", "")


NAMES = (
    Names(),
    Names(("Ann", "Bob")),
    Names(
        ("Maximilian von und zu Hohenfels", "Bartholomäus-Konstantin Müller"),
        (
            "Rogue Squadron and the Heroes of the Rebellion of Yavin Four",
            "The Emperor's Own Five Hundred and First Legion of Lothal",
        ),
    ),
)
"""The last ones are as long as the table accepts."""


class MatchMoment(NamedTuple):
    """A moment of a match."""

    name: str
    match: BotsMatch
    number: int
    """The number of the look."""

    @property
    def look(self) -> Look:
        return self.match.looks[self.number]

    @property
    def share(self) -> float:
        """Return how much of the match is over, from 0 to 1."""
        return self.number / max(1, len(self.match.looks) - 1)


def moments(match: BotsMatch) -> Iterator[MatchMoment]:
    for name, number in middles(match):
        yield MatchMoment(f"{match.game}: {name}", match, number)


def frame(moment: MatchMoment, names: Names) -> bytes:
    """Return the frame that spectators get who join at this moment. A clock runs if players have names."""
    now = named(moment.look, names).published
    writer = FrameWriter(moment.match.game, SpectatorTable())
    clocked = replace(spectator_table(now, sayings()), clock=CLOCK if any(names.players) else None)
    writer.update(clocked, 0, story_lines(now, sayings()))
    return writer.snapshot(0)


def seat_message(moment: MatchMoment, names: Names, seat: Seat, language: str, *, lays: bool = False) -> dict[str, Any]:
    """Return the message to a seat's phone. `lays`: a card of the hand lies face down already, if one may."""
    look = named(moment.look, names)
    views = _views(look)
    cards = views.parts(seat, look.published, "", language).cards
    chosen = next((card["id"] for card in cards["hand"] if card["now"] and lays), "")
    return plain({"cards": cards, "sight": views.parts(seat, look.published, chosen, language).sight | {"view": 0}})


def judge_message(moment: MatchMoment, language: str) -> dict[str, Any]:
    return plain({"sight": _views(moment.look).judge(moment.look.published, language) | {"view": 0}})


def owner_message(moment: MatchMoment, language: str) -> dict[str, Any]:
    return plain({"sight": _views(moment.look).setup(moment.look.published, language) | {"view": 0}})


def named(look: Look, names: Names) -> Look:
    """Return a look with the names of its players and armies."""
    published = look.published
    desks = tuple(
        replace(desk, player=names.players[SEATS.index(desk.seat)] or desk.player) for desk in published.desks
    )
    view = published.view
    if view is not None:
        seats = tuple(replace(each, side=names.sides[SEATS.index(each.seat)] or each.side) for each in view.seats)
        view = replace(view, seats=seats)
    return Look(replace(published, desks=desks, view=view), look.play)


def _views(look: Look) -> PhoneViews:
    return PhoneViews(sayings(), lambda: look.play, ("current",))


@cache
def sayings() -> Sayings:
    return Sayings({language: Words(language) for language in languages()})


def plain(value: Any) -> dict[str, Any]:
    """Return a message as it comes out of JSON."""
    made: dict[str, Any] = json.decode(json.encode(value))
    return made
