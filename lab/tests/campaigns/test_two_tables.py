"""`command-table campaign two-tables`, on few matches; and what it counts on sides that are broken on purpose."""

import pytest

from lab.campaigns.two_tables import two_tables_campaign, whole_tables
from lab.campaigns.two_tables.liars import BelievesHeads, Cheat, DodgesByHead, OpensEarly, SignsTwice
from lab.campaigns.two_tables.quiet_sessions import hidden_game
from lab.campaigns.two_tables.two_tables_campaign import (
    PlayedTask,
    is_owed,
    line_of,
    named,
    play,
    reveal_ms,
)
from lab.campaigns.two_tables.whole_tables import LINE_MS, SessionsTask, of_sessions, play_sessions
from table.records.two_tables.statements import Lie
from table.rules.seats import BLUE


def test_a_match_that_does_not_end_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_tables_campaign, "MOST_STEPS", 10)
    match = play(PlayedTask(3, 1))
    assert not match.alike
    assert "not over after 10 steps" in match.why


def test_a_lie_that_nobody_names_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_tables_campaign, "TRIES", 1)
    monkeypatch.setattr(two_tables_campaign, "proves", lambda *_: False)
    assert not named(Cheat(SignsTwice, (Lie.TWO_BATCHES,)), BLUE, 1)


def test_a_side_that_believes_an_unsigned_head_loses_a_roll() -> None:
    assert is_owed(hidden_game(), DodgesByHead, BLUE, 1)
    assert not is_owed(hidden_game(), DodgesByHead, BLUE, 1, BelievesHeads)


def test_both_ends_of_a_line_show_the_cards_after_one_way() -> None:
    assert reveal_ms(1) == two_tables_campaign.LINE_MS


@pytest.mark.slow
def test_a_card_that_is_opened_early_shows_on_the_line() -> None:
    one, other = (line_of(hidden_game(), card, 1, OpensEarly) for card in (0, 1))
    assert one.content != other.content
    one, other = (line_of(hidden_game(), card, 1) for card in (0, 1))
    assert one == other


@pytest.mark.slow
def test_whole_sessions_play_alike_and_show_the_cards_at_once() -> None:
    figures = {figure.name: figure for figure in of_sessions(4, 1)}
    assert [name for name, figure in figures.items() if not figure.ok] == []
    assert figures["two_tables.sessions.reveal"].value == LINE_MS


def test_a_match_of_sessions_that_does_not_end_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_tables, "MOST_STEPS", 10)
    match = play_sessions(SessionsTask(3, 1))
    assert not match.ok
    assert "not over after 10 steps" in match.why
