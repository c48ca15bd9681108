"""Losses by a power cut are found, in the journal of a match in virtual time."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.hands.bot_match import BotMatch, begin, totals
from table.emulation.virtual_table import VirtualTable
from table.records.open_match import OpenMatch
from table.rules.text import text
from tests.machine.cards import setup
from tests.machine.cuts import SYSTEM, Seen, accounted, missing
from tests.machine.players import BriefAnswers

ACTS = 20


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> VirtualTable:
    """Return a table with a match at which tokens have fallen."""
    folder = tmp_path_factory.mktemp("state")
    known = setup()
    table = VirtualTable(Setup.of(replace(known.config, state=StateConfig(folder=str(folder)))), seed=1)
    sides = table.setup.games.samples_of(SYSTEM)
    assert sides is not None
    begin(table, SYSTEM, sides)
    match = BotMatch(table, BriefAnswers(1))
    for _ in range(ACTS):
        match.act()
    match.settle()
    return table


@pytest.fixture
def play(played: VirtualTable) -> OpenMatch:
    assert played.session.play is not None
    return played.session.play


def seen(played: VirtualTable, play: OpenMatch) -> Seen:
    view = played.now.view
    assert view is not None
    return Seen(play.journal.match_id, tuple(play.journal.batches()), view.story)


def test_a_journal_that_has_all_that_was_seen_misses_nothing(played: VirtualTable, play: OpenMatch) -> None:
    all_of_it = seen(played, play)
    assert missing(play, all_of_it) == ""
    assert missing(play, replace(all_of_it, batches=all_of_it.batches[:3])) == ""


def test_a_batch_that_is_gone_is_missed(played: VirtualTable, play: OpenMatch) -> None:
    all_of_it = seen(played, play)
    assert "batches" in missing(play, replace(all_of_it, batches=(*all_of_it.batches, b"more")))
    assert "batches" in missing(play, replace(all_of_it, batches=(b"other", *all_of_it.batches[1:])))


def test_what_the_screen_reported_and_nobody_wrote_down_is_missed(played: VirtualTable, play: OpenMatch) -> None:
    wanted = replace(seen(played, play), story=(text("session.next_match"),))
    assert missing(play, wanted) == "the screen had told more than the journal holds"


def test_every_token_that_fell_is_accounted_for(played: VirtualTable, play: OpenMatch) -> None:
    assert played.fallen
    assert accounted((play,)) == totals(played) == play.counted()


def test_brief_players_mostly_take_what_stands_first() -> None:
    taken = [BriefAnswers(3).randrange(7) for _ in range(1)] + [BriefAnswers(seed).randrange(7) for seed in range(50)]
    assert taken.count(0) > len(taken) / 2
    assert max(taken) > 0


def test_the_cards_are_those_of_the_configuration_that_is_installed() -> None:
    assert Path(setup().config.state.folder) == Path("/var/lib/command-table")
