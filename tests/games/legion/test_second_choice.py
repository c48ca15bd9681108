"""LA-50 at the virtual table: nobody gets a second choice with the other's card in sight."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from hal.events import LampColour, LampPattern
from lab.quick_readers import quick_readers
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.hands.bot_match import begin
from table.emulation.scripts.document import read_script
from table.emulation.scripts.replay import play
from table.emulation.virtual_table import VirtualTable
from table.games.legion.rules.selection.selection_events import CardRefused
from table.rules.commands import Answer
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.view.published import Published
from table.words import Words

pytestmark = pytest.mark.campaign

LEIA = "1"
UNLAWFUL = ("implacable", "imperial-discipline", "master-of-evil")
"""Two cards of blue's opponent, and one of nobody's at this table."""
REFUSED = "The card on your reader may not be played now. Lay another one."
WARNED = "This card may not be played: when revealed, Standing Orders replace it."
HEAD = """seed 3
system legion_2024
blue sample:rebels_leia_luke
red sample:empire_veers_vader

answer blue 7 to match.number
answer red 42
"""
SECOND_ROUND = """lock blue Ambush
lock red Ambush
bots until round 2
"""


def goes(*parts: str) -> None:
    play(read_script(HEAD + "".join(parts), "second_choice.script"))


@contextmanager
def choosing(folder: Path, system: str = "legion_2024") -> Iterator[VirtualTable]:
    """A table at which both seats are to lay a card."""
    folder.mkdir(exist_ok=True)
    table = VirtualTable(Setup.of(Config(state=StateConfig(folder=str(folder)), readers=quick_readers())), seed=3)
    begin(table, system, BROUGHT[system])
    for seat, number in ((BLUE, 7), (RED, 42)):
        table.session.step(Answer(seat, "match.number", number))
    yield table
    table.close()


BROUGHT = {
    "legion_2024": {BLUE: "sample:rebels_leia_luke", RED: "sample:empire_veers_vader"},
    "legion_classic": {BLUE: "sample:rebels_han_leia", RED: "sample:empire_krennic_vader"},
}


def lays(table: VirtualTable, card: str) -> None:
    table.clear(BLUE)
    table.lay(BLUE, f"legion.card.{card}")
    table.wait(0.3)


def locks(table: VirtualTable, card: str) -> None:
    lays(table, card)
    table.hold(BLUE)


def reported(table: VirtualTable, seat: Seat = BLUE) -> str:
    sentence = table.now.desks[SEATS.index(seat)].note
    return "" if sentence is None else Words("en").say(sentence.words)


def without_blues_notes(now: Published) -> Published:
    """Nothing of the owner's half but what it is notified of the card, and its lamp."""
    desk = replace(now.desks[0], note=None, lamp=("", ""))
    return replace(now, desks=(desk, now.desks[1]))


@pytest.mark.rule("LA-50")
def test_a_card_of_the_other_hand_is_not_locked_and_the_others_card_stays_hidden() -> None:
    goes(
        """
lay blue "Coordinated Bombardment" on red
hold red
expect no locked red
expect refused LA-50
lock blue Ambush
wait 1s
expect no card blue Ambush
expect prompt red select
lift red
lock red Implacable
wait 1s
expect card red Implacable
expect card blue Ambush
expect no event CardRefused
"""
    )


@pytest.mark.rule("LA-50")
def test_a_card_that_was_played_already_is_not_locked() -> None:
    goes(
        SECOND_ROUND,
        """
lock blue Ambush
expect no locked blue
expect refused LA-50
lock red Push
expect locked red
expect no card red Push
lock blue Push
expect card red Push
expect card blue Push
expect no event CardRefused
""",
    )


@pytest.mark.rule("LA-50")
@pytest.mark.parametrize("locked", ["Implacable", "Assault"])
def test_whose_unit_falls_while_a_card_lies_locked_locks_again_whichever_lies_there(locked: str) -> None:
    goes(
        f"""
lock red {locked}
expect locked red
answer red "Darth Vader" to defeat
expect no locked red
expect refused TB-16
lock blue Ambush
expect locked blue
expect no card blue Ambush
lock red Push
expect card blue Ambush
expect card red Push
"""
    )


@pytest.mark.rule("LA-50")
@pytest.mark.rule("TB-01")
def test_the_owners_half_and_lamp_say_the_same_for_every_reason_and_nothing_else_is_published(tmp_path: Path) -> None:
    published = set()
    for card in (*UNLAWFUL, "no-time-for-sorrows"):
        with choosing(tmp_path / card) as table:
            table.session.step(Answer(BLUE, "defeat", LEIA))  # her cards may not be played any more
            lays(table, card)
            before, journal = table.now, table.session.play and table.session.play.journal.count
            table.hold(BLUE)
            assert reported(table) == REFUSED
            assert reported(table, RED) == ""
            assert table.now.desks[0].lamp == (LampColour.AMBER, LampPattern.BLINK)
            assert without_blues_notes(table.now) == without_blues_notes(before)
            assert (table.session.play and table.session.play.journal.count) == journal
            published.add(msgspec.json.encode(table.now))
    assert len(published) == 1


@pytest.mark.rule("LA-50")
def test_after_a_refusal_another_card_is_laid_and_locked_and_nothing_is_reported_of_the_first(tmp_path: Path) -> None:
    with choosing(tmp_path) as table:
        for card in UNLAWFUL:
            locks(table, card)
            assert not table.now.desks[0].locked
        lays(table, "ambush")
        assert reported(table) == "", "what was said of another card is over"
        table.hold(BLUE)
        assert table.now.desks[0].locked
        table.lay(RED, "legion.card.push")
        table.hold(RED)
        assert table.session.play is not None
        events = tuple(table.session.play.events())
        assert not any(isinstance(event, CardRefused) for event in events)
        shown_text = b"".join(
            msgspec.json.encode(event) for event in events[1:] if type(event).__name__ != "MatchBegun"
        )
        assert b"legion.card.ambush" in shown_text
        assert not any(card.encode() in shown_text for card in UNLAWFUL)


@pytest.mark.rule("LA-50", "LC-14")
def test_the_classic_rules_warn_on_the_owners_half_while_the_card_lies_there_and_lock_it_all_the_same(
    tmp_path: Path,
) -> None:
    words = set()
    for card in UNLAWFUL:
        with choosing(tmp_path / card, "legion_classic") as table:
            before = table.now
            lays(table, "ambush")
            assert reported(table) == ""
            lays(table, card)
            words.add(reported(table))
            assert reported(table, RED) == ""
            assert table.now.notice is None
            assert table.now.desks[1] == before.desks[1]
            table.clear(BLUE)
            table.wait(0.3)
            assert reported(table) == ""
            locks(table, card)
            assert table.now.desks[0].locked
            assert reported(table) == "", "it is locked: there is nothing to warn of any more"
    assert words == {WARNED}
