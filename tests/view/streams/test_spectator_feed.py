"""The content and the timing of the spectators' feed."""

from pathlib import Path

import pytest

from table.rules.match.commands import CallJudge
from table.rules.match.events import CalledBy, ClockMode, ClockSet
from table.rules.seats import BLUE, RED
from table.view.spectating import story_lines
from table.view.streams.spectator_feed import SpectatorFeed
from tests.network.watched import SAYINGS, WatchedTable, decoded

MINUTE_MS = 60_000


def test_before_a_match_there_is_a_lobby(tmp_path: Path) -> None:
    table = WatchedTable(tmp_path)
    table.session.start()
    assert table.wait(1.0) == []
    assert table.client.state == {"match": "", "play": None, "questions": [], "clock": None}
    table.session.close()


def test_a_match_begins_with_a_snapshot_and_a_press_that_changes_nothing_sends_nothing(tmp_path: Path) -> None:
    table = WatchedTable(tmp_path).begun()
    frames = table.wait(1.0)
    assert [bool(frame.snapshot) for frame in frames] == [True]
    assert table.client.state["play"]["system"] == "skirmish"
    assert table.client.story[0].number == 1
    assert set(table.client.story[0].say) == {"en", "de"}
    table.session.close()


def test_what_everybody_at_the_table_sees_of_a_card_is_seen(tmp_path: Path) -> None:
    table = WatchedTable(tmp_path).begun()
    table.wait(1.0)
    table.lays(BLUE, 3)
    table.wait(1.0)
    assert table.client.state["play"]["seats"]["blue"]["reader"] == "card"
    table.holds(BLUE)
    (frame,) = table.wait(1.0)
    assert ("/play/seats/blue/locked", True) in [(each.path, each.value) for each in frame.changes]
    assert [line.say["en"] for line in frame.story] == ["Blue locked a card."]
    table.session.close()


@pytest.mark.rule("TB-48")
def test_no_card_of_a_hand_is_named_before_it_is_revealed(tmp_path: Path) -> None:
    table = WatchedTable(tmp_path).begun()
    table.lays(BLUE, 3)
    table.holds(BLUE)
    table.wait(1.0)
    assert b"skirmish.card." not in table.bytes + table.feed.joined(table.now_s)
    assert b"options" not in table.bytes
    assert b'"card":null' in table.feed.joined(table.now_s)
    table.lays(RED, 2)
    table.holds(RED)
    table.wait(1.0)
    assert table.client.state["play"]["reveals"] == 1
    assert table.client.state["play"]["seats"]["blue"]["card"]["name"]
    table.session.close()


def test_what_a_seats_own_half_reports_of_its_card_is_held_back(tmp_path: Path) -> None:
    table = WatchedTable(tmp_path).begun()
    table.wait(1.0)
    table.lays_tag(BLUE, b"stranger")
    table.holds(BLUE)
    assert table.now.notice is not None or table.desk(BLUE).note is not None
    frames = table.wait(1.0)
    assert [each.path for frame in frames for each in frame.changes] == ["/play/seats/blue/reader"]
    table.session.close()


def test_a_burst_is_joined_and_nothing_of_the_story_is_lost(tmp_path: Path) -> None:
    table = WatchedTable(tmp_path).begun()
    table.wait(1.0)
    line_count = len(table.client.story)
    frames = []
    for seat, n in ((BLUE, 1), (RED, 2)):
        table.lays(seat, n)
        frames += table.wait(0.01)
        table.holds(seat)
        frames += table.wait(0.01)
    frames += table.wait(1.0)
    assert len(frames) == 2, "the first at once, and the rest together a tenth of a second later"
    assert frames[1].at_ms - frames[0].at_ms == 100
    assert table.client.story[-1].number == table.now.view.line_count  # type: ignore[union-attr]
    assert [line.number for line in table.client.story] == list(range(1, len(table.client.story) + 1))
    assert len(table.client.story) > line_count + 2
    table.session.close()


def test_a_view_in_which_spectators_see_nothing_new_keeps_the_next_one_waiting_for_nothing(tmp_path: Path) -> None:
    table = WatchedTable(tmp_path).begun()
    table.lays(BLUE, 3)
    table.wait(1.0)
    table.feed.publish(table.now)
    assert table.wait(0.01) == []
    table.holds(BLUE)
    (frame,) = table.wait(0.01)
    assert [line.say["en"] for line in frame.story] == ["Blue locked a card."]
    table.session.close()


def test_with_a_delay_nothing_is_seen_before_its_time_and_all_of_it_then(tmp_path: Path) -> None:
    table = WatchedTable(tmp_path, delay_s=180.0).begun()
    table.wait(1.0)
    early = story_lines(table.now, SAYINGS)
    table.plays(blue=1, red=2)
    assert table.wait(178.9) == []
    nothing = decoded(table.feed.joined(table.now_s))[0]
    assert (nothing.rev, nothing.story) == (0, ())
    assert table.client.state["match"] == ""
    table.wait(0.2)
    assert table.client.state["match"]
    assert table.client.state["play"]["reveals"] == 0
    assert decoded(table.feed.joined(table.now_s))[0].story == early
    table.wait(1.0)
    assert table.client.state["play"]["reveals"] == 1
    assert len(decoded(table.feed.joined(table.now_s))[0].story) > len(early)
    table.session.close()


def test_a_clock_that_runs_is_reported_once_and_counted_by_whoever_shows_it(tmp_path: Path) -> None:
    each = ClockSet(ClockMode.EACH, 90 * MINUTE_MS)
    table = WatchedTable(tmp_path, clock_set=each).begun()
    table.wait(1.0)
    clock = table.client.state["clock"]
    assert clock["running"] == ["blue", "red"]
    assert table.wait(120.0) == []
    assert table.now.clock is not None
    left_s = clock["blue_s"] - (1000 * table.now_s - clock["at_ms"]) / 1000
    assert left_s == pytest.approx(table.now.clock.blue_s, abs=1.1)
    table.receives(CallJudge(CalledBy.TERMINAL))
    table.wait(1.0)
    stands = table.client.state["clock"]
    assert stands["running"] == []
    assert stands["blue_s"] == pytest.approx(left_s, abs=1.1)
    table.session.close()


def test_a_clock_that_is_delayed_stands_as_it_stood(tmp_path: Path) -> None:
    each = ClockSet(ClockMode.EACH, 90 * MINUTE_MS)
    table = WatchedTable(tmp_path, delay_s=100.0, clock_set=each).begun()
    first = table.now.clock
    frames = table.wait(100.5)
    clock = table.client.state["clock"]
    assert first is not None
    assert clock["blue_s"] == first.blue_s
    assert frames[0].at_ms == pytest.approx(clock["at_ms"], abs=1)
    table.session.close()


def test_another_run_of_the_table_is_another_epoch() -> None:
    one, other = (SpectatorFeed(epoch, SAYINGS, lambda: 0.0) for epoch in ("one", "other"))
    assert decoded(one.joined(0.0))[0].epoch != decoded(other.joined(0.0))[0].epoch
