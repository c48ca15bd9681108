"""The outbox notes when a match began, if it has seen that. One that was there already may have begun at any time."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from lab.campaigns.hall.simulated import PLAY
from table.network.hall.outbox.outbox_store import OutboxStore
from table.network.hall.outbox.table_listeners import TableListeners
from table.network.hall.wire.messages import EventMessage
from table.view.hall_events import MatchBegan
from table.view.spectators import SpectatorTable
from table.view.streams.stream_frames import FrameWriter

LOBBY, MATCH = SpectatorTable(), SpectatorTable(match="m1", play=PLAY)
NOON_S = 1_790_000_000.0


@pytest.fixture
def store(tmp_path: Path) -> OutboxStore:
    return OutboxStore(tmp_path / "outbox", "table-1", lambda: "one")


def snapshot(table: SpectatorTable) -> bytes:
    return FrameWriter("feed", table).snapshot(0)


def listening(store: OutboxStore, clock_s: Callable[[], float]) -> TableListeners:
    return TableListeners(store, lambda: 1.0, clock_s, lambda: None)


def began(store: OutboxStore) -> list[float | None]:
    bodies = [msgspec.json.decode(each.line, type=EventMessage).event for each in store.events_from(1)]
    return [msgspec.json.decode(body, type=MatchBegan).at_s for body in bodies if b'"kind":"began"' in bytes(body)]


def test_a_match_that_begins_after_the_lobby_has_a_time(store: OutboxStore) -> None:
    listeners = listening(store, lambda: NOON_S)
    assert listeners.feed.receive(snapshot(LOBBY))
    assert listeners.feed.receive(snapshot(MATCH))
    assert began(store) == [NOON_S]


def test_a_match_that_was_there_already_has_none(store: OutboxStore) -> None:
    listeners = listening(store, lambda: NOON_S)
    assert listeners.feed.receive(snapshot(MATCH))
    assert began(store) == [None]


def test_nor_has_one_that_began_while_the_table_was_away(store: OutboxStore) -> None:
    listeners = listening(store, lambda: NOON_S)
    listeners.feed.receive(snapshot(LOBBY))
    listeners.feed.lost()
    listeners.feed.receive(snapshot(MATCH))
    assert began(store) == [None]
