"""A journal published again as views, step by step."""

from collections.abc import Iterator, Mapping
from typing import Any

from table.records.journal import chain_next, chain_start, split
from table.records.open_match import OpenMatch
from table.records.ports import Journal
from table.rules.game import Game
from table.rules.match.codec import EventCodec
from table.rules.match.events import SealOpened
from table.rules.seats import SEATS
from table.session.publish import ViewParts, published
from table.session.seat_lamps import OFF
from table.session.seat_state import SeatState
from table.view.published import Published


def replayed(games: Mapping[str, Game[Any]], journal: Journal, players: tuple[str, str]) -> Iterator[Published]:
    """Yield the view after each batch of a journal, by the rules that decided it last.

    `players` are the names of blue's and red's. Readers, lamps and phones are in no journal: all are empty.
    Raises KeyError for an unknown game, and JournalError for an event that does not fit the rules.
    """
    match = OpenMatch.load(games[journal.system], journal).match
    codec, state, locked = EventCodec(match.events), None, ""
    link = chain_start(journal.match_id)
    for body in journal.batches():
        events = tuple(codec.decode(bytes(event)) for event in split(body).events)
        if any(isinstance(event, SealOpened) for event in events):
            locked = link.hex()
        link = chain_next(link, body)
        state = match.fold(state, events)
        play = OpenMatch(match, journal, state)
        play.locked = locked
        parts = ViewParts(
            view=play.match.view(play.state),
            prompts=tuple(play.match.prompts(play.state)),
            askings=(),
            desks=tuple(SeatState(seat) for seat in SEATS),
            players=players,
            lamps=dict.fromkeys(SEATS, OFF),
            card_notes={},
            faults=(),
            notice=None,
            dispenser_up=False,
        )
        yield published(parts, play, {})
