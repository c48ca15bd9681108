"""Facts that were read off a card are remembered for the next match. TB-24."""

import json
import random
import tarfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from lab.quick_readers import quick_readers
from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.emulation.hands.bot_match import BotMatch, begin
from table.emulation.virtual_table import VirtualTable
from table.games.legion.card_facts import CardFactsFile
from table.games.legion.rules.model.armies import Army, CommandCard, Rank, Slot, Timing
from table.games.legion.rules.model.state import LegionBattle
from table.games.notebook import EndedMatch
from table.records.backup import backup, restore
from table.records.beside.bot_marks import BotMarks
from table.records.folder import CARDS_READ
from table.rules.commands import Answer
from table.rules.seats import BLUE, RED, SEATS
from table.session.lobby.game_notes import GameNotes
from table.session.match_switch import NEXT_MATCH
from tests.games.legion.rules.kit import LEIA, REBELS, SNOWTROOPERS, VEERS, Tabletop, army, card, slots
from tests.records.faulty_disk import FULL, FaultyDisk
from tests.setups import setup_in

MATCH, DAY = "m1", "2026-08-05"
UNREAD = replace(card("Ploy", 1), priority_pips=None, timing=None, slots=None)
OTHER = replace(UNREAD, id="legion.card.other", name="Other")
KNOWN = replace(
    UNREAD, priority_pips=2, timing=Timing.UNTIMED, later=(Timing.ACTIVATION,),
    slots=slots(2, ranks=(Rank.CORPS,), either=True), read=("priority_pips", "timing", "slots"),
)  # fmt: skip


def armies(ploy: CommandCard = UNREAD) -> tuple[Army, Army]:
    return army(VEERS, SNOWTROOPERS, SNOWTROOPERS, cards=[ploy]), army(LEIA, REBELS, REBELS, REBELS, cards=[ploy])


def read_off(number: int = 2, blue: Army | None = None) -> Tabletop:
    """A match in which blue has read its card to the table, and red agreed."""
    table = Tabletop(blue or armies()[0], armies()[1])
    table.both_play("Ploy", "Push")
    table.blue.answers("read.pips", 2)
    table.blue.answers("read.timing", ("activation", "untimed"))
    table.blue.answers("read.whom", ("rank:corps",))
    table.blue.answers("read.count", number)
    if table.blue.asked("read.whom"):
        table.blue.answers("read.whom", ())
    table.red.answers("read.agree", "yes")
    return table


def ended(game: object) -> EndedMatch:
    return EndedMatch(MATCH, DAY, game)


def ploy(army: Army) -> CommandCard:
    return next(card for card in army.hand if card.name == "Ploy")


@pytest.mark.rule("TB-24")
def test_a_card_that_was_read_off_is_not_asked_about_in_the_next_match(tmp_path: Path) -> None:
    CardFactsFile(tmp_path).remember(ended(read_off().state))
    blue = CardFactsFile(tmp_path).recalled(armies()[0], "current")
    assert ploy(blue) == KNOWN
    table = Tabletop(blue, armies()[1])
    table.both_play("Ploy", "Push")
    assert table.blue.asked("effect"), "nothing is to be read"
    assert ploy(CardFactsFile(tmp_path).recalled(blue, "classic")) == KNOWN
    assert ploy(CardFactsFile(tmp_path).recalled(armies()[0], "classic")) == UNREAD, (
        "the other edition's may be another"
    )


@pytest.mark.rule("TB-24")
@pytest.mark.rule("TB-76")
def test_what_was_read_off_wrongly_in_an_earlier_match_is_read_again_and_noted_again(tmp_path: Path) -> None:
    notebook = CardFactsFile(tmp_path)
    notebook.remember(ended(read_off().state))
    table = Tabletop(notebook.recalled(armies()[0], "current"), armies()[1])
    assert table.blue.asked("correct") is None, "what a hand holds is nobody's business"
    table.both_play("Ploy", "Push")
    table.blue.answers("effect")
    table.blue.answers("correct", "card.")
    table.blue.answers("correct.which", f"card.{UNREAD.id}")
    table.blue.answers("correct.to", "again")
    table.blue.answers("correct.why", "slip")
    table.red.answers("correct.agree", "yes")
    table.blue.answers("read.pips", 3)
    table.blue.answers("read.timing", ())
    table.blue.answers("read.whom", ("any",))
    table.blue.answers("read.count", 1)
    table.blue.answers("read.whom", ())
    table.red.answers("read.agree", "yes")
    notebook.remember(ended(table.state))
    noted = ploy(notebook.recalled(armies()[0], "current"))
    assert (noted.priority_pips, noted.timings, noted.slots) == (3, (Timing.NONE,), slots(1, either=False))


@pytest.mark.rule("TB-24")
def test_a_note_states_who_read_it_who_agreed_in_which_match_and_when(tmp_path: Path) -> None:
    CardFactsFile(tmp_path).remember(ended(read_off().state))
    note = json.loads((tmp_path / CARDS_READ).read_text("utf-8"))["current"]["legion.card.ploy"]
    assert note["origin"] == {"day": DAY, "match": MATCH, "read_by": "blue", "agreed_by": "red"}


LIKELY = replace(
    UNREAD, priority_pips=1, timing=Timing.ISSUING, slots=slots(2), orders="2 Units",
    likely=("priority_pips", "timing", "slots"),
)  # fmt: skip


@pytest.mark.rule("TB-24")
def test_what_the_data_are_not_certain_of_counts_and_is_not_asked() -> None:
    table = Tabletop(*armies(LIKELY))
    table.both_play("Ploy", "Push")
    assert table.blue.asked("read.pips") is None
    assert table.blue.asked("read.timing") is None
    assert table.state.priority is BLUE
    assert table.blue.asked("effect"), "and it acts at its time"


def corrected() -> Tabletop:
    """Both agree that the table has blue's card wrong: it is read off, with its likely orders as a suggestion."""
    table = Tabletop(*armies(LIKELY))
    table.both_play("Ploy", "Push")
    table.blue.answers("correct", "card.")
    table.blue.answers("correct.which", f"card.{LIKELY.id}")
    table.blue.answers("correct.to", "again")
    table.blue.answers("correct.why", "slip")
    table.red.answers("correct.agree", "yes")
    table.blue.answers("read.pips", 1)
    table.blue.answers("read.timing", ("untimed", "activation"))
    return table


@pytest.mark.rule("TB-24")
@pytest.mark.rule("TB-76")
def test_what_the_data_have_wrong_is_read_off_and_remembered(tmp_path: Path) -> None:
    table = corrected()
    table.blue.answers("read.suggested", "yes")
    table.red.answers("read.agree", "yes")
    CardFactsFile(tmp_path).remember(ended(table.state))
    known = ploy(CardFactsFile(tmp_path).recalled(armies(LIKELY)[0], "current"))
    assert known.timings == (Timing.UNTIMED, Timing.ACTIVATION)
    assert (known.priority_pips, known.slots, known.orders) == (1, LIKELY.slots, "2 Units")
    assert (known.likely, sorted(known.read)) == ((), ["priority_pips", "slots", "timing"])
    assert known.bare == LIKELY.bare, "and it can be read off once more"


@pytest.mark.rule("TB-76")
def test_an_orders_line_that_was_set_right_is_the_one_that_everybody_sees(tmp_path: Path) -> None:
    table = corrected()
    table.blue.answers("read.suggested", "no")
    table.blue.answers("read.whom", ("any",))
    table.blue.answers("read.count", 1)
    table.blue.answers("read.whom", ())
    table.red.answers("read.agree", "yes")
    shown = table.game.view(table.state).seats[0].card
    assert shown is not None
    assert shown.note is not None
    assert shown.note.key == "legion.orders.part", "no more the line of the data"
    CardFactsFile(tmp_path).remember(ended(table.state))
    assert ploy(CardFactsFile(tmp_path).recalled(armies(LIKELY)[0], "current")).orders == ""


@pytest.mark.rule("TB-76")
def test_what_the_data_are_certain_of_cannot_be_read_off_otherwise() -> None:
    table = Tabletop(*armies(replace(LIKELY, likely=())))
    table.both_play("Ploy", "Push")
    assert "card." not in table.blue.offered("correct")


@pytest.mark.rule("TB-24")
def test_what_the_data_know_by_now_comes_first(tmp_path: Path) -> None:
    CardFactsFile(tmp_path).remember(ended(read_off().state))
    better = replace(UNREAD, priority_pips=1, slots=(Slot(),))
    known = ploy(CardFactsFile(tmp_path).recalled(armies(better)[0], "current"))
    assert known == replace(better, timing=Timing.UNTIMED, later=(Timing.ACTIVATION,), read=("timing",))
    sure = replace(better, timing=Timing.REVEAL)
    assert ploy(CardFactsFile(tmp_path).recalled(armies(sure)[0], "current")) == sure


@pytest.mark.rule("TB-24")
def test_an_orders_line_that_ended_with_the_army_is_read_again(tmp_path: Path) -> None:
    CardFactsFile(tmp_path).remember(ended(read_off(number=3).state))
    known = ploy(CardFactsFile(tmp_path).recalled(armies()[0], "current"))
    assert (known.priority_pips, known.timing, known.slots) == (2, Timing.UNTIMED, None), "three units, three orders"


@pytest.mark.rule("TB-24")
def test_matches_add_to_it_and_a_line_can_be_taken_out(tmp_path: Path) -> None:
    notebook = CardFactsFile(tmp_path)
    notebook.remember(ended(read_off().state))
    table = read_off(blue=army(VEERS, SNOWTROOPERS, SNOWTROOPERS, cards=[UNREAD, OTHER]))
    notebook.remember(ended(replace(table.state, facts=(replace(table.state.facts[0], card=OTHER.id),))))
    written = json.loads((tmp_path / CARDS_READ).read_text("utf-8"))
    assert sorted(written["current"]) == ["legion.card.other", "legion.card.ploy"]
    del written["current"]["legion.card.ploy"]
    (tmp_path / CARDS_READ).write_text(json.dumps(written), "utf-8")
    assert ploy(notebook.recalled(armies()[0], "current")) == UNREAD


def test_a_file_that_cannot_be_read_is_left_as_it_is_and_reported(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / CARDS_READ).write_text("{", "utf-8")
    notebook = CardFactsFile(tmp_path)
    assert ploy(notebook.recalled(armies()[0], "current")) == UNREAD
    notebook.remember(ended(read_off().state))
    assert (tmp_path / CARDS_READ).read_text("utf-8") == "{"
    assert "repair or remove it" in caplog.text


def test_a_full_disk_stops_nobody_and_what_is_no_match_of_legion_has_nothing_to_note(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    CardFactsFile(tmp_path, FaultyDisk(FULL)).remember(ended(read_off().state))
    assert "is not kept" in caplog.text
    CardFactsFile(tmp_path).remember(ended("another game"))
    CardFactsFile(tmp_path).remember(ended(Tabletop(*armies()).state))
    assert not (tmp_path / CARDS_READ).exists()


@pytest.mark.rule("TB-24")
def test_what_bots_answer_is_not_remembered_not_even_after_a_restart(tmp_path: Path) -> None:
    (tmp_path / "matches").mkdir()
    for _each_bot in SEATS:
        BotMarks(tmp_path).bot_plays(MATCH)
    backup(tmp_path, tmp_path / "kept.tar.gz")
    restore(tmp_path / "elsewhere", tmp_path / "kept.tar.gz")
    for folder in (tmp_path, tmp_path / "elsewhere"):
        GameNotes(setup_in(folder).games).remember(MATCH, "legion_2024", read_off().state)
        assert ploy(CardFactsFile(folder).recalled(armies()[0], "current")) == UNREAD
        assert list((folder / "matches").iterdir()) == [], "the mark goes with the match"
        GameNotes(setup_in(folder).games).remember("m2", "legion_2024", read_off().state)
        assert ploy(CardFactsFile(folder).recalled(armies()[0], "current")) == KNOWN, "in another match people played"


@pytest.mark.campaign
@pytest.mark.rule("TB-24")
def test_bots_that_play_a_whole_match_leave_nothing_behind_of_what_they_reported(tmp_path: Path) -> None:
    """From the first number to the lobby. Where nobody states that bots play, the same match is remembered."""
    config = Config(state=StateConfig(folder=str(tmp_path)), rounds={"legion_2024": 1}, readers=quick_readers())
    table = VirtualTable(Setup.of(config), seed=6)
    begin(table, "legion_2024", {BLUE: "sample:rebels_leia_luke", RED: "sample:empire_veers_vader"})
    evening = BotMatch(table, random.Random(6))
    evening.until(lambda now: any(prompt.key == NEXT_MATCH for prompt in now.prompts))
    play = table.session.play
    assert play is not None
    match, game = table.now.match, play.state.game
    assert isinstance(game, LegionBattle)
    assert game.facts
    evening.act()
    assert not table.now.match
    table.close()
    assert not (tmp_path / CARDS_READ).exists()
    assert list((tmp_path / "matches").iterdir()) == []
    GameNotes(setup_in(tmp_path).games).remember(match, "legion_2024", game)
    assert (tmp_path / CARDS_READ).exists()


@pytest.mark.rule("TB-24")
def test_it_is_noted_when_the_table_is_left_and_recalled_when_a_list_is_chosen(tmp_path: Path) -> None:
    sample, card = "sample:rebels_leia_luke", "legion.card.no-time-for-sorrows"
    session = VirtualTable(Setup.of(Config(state=StateConfig(folder=str(tmp_path))))).session
    session.begin("legion_2024", {BLUE: sample, RED: sample})
    for seat in SEATS:
        session.step(Answer(seat, "match.number", 1))
    assert session.play is not None
    facts = replace(read_off().state.facts[0], card=card)
    game = session.play.state.game
    assert isinstance(game, LegionBattle)
    session.play.state = replace(session.play.state, game=replace(game, facts=(facts,)))
    session.step(Answer(BLUE, "match.end", "finish"))
    session.step(Answer(RED, "match.agree", "agree"))
    session.step(Answer(BLUE, "next_match"))
    army = setup_in(tmp_path).games.shelf.fetch("legion_2024", sample)
    assert isinstance(army, Army)
    assert next(each.slots for each in army.hand if each.id == card) == facts.slots
    backup(tmp_path, tmp_path.parent / "kept.tar.gz")
    with tarfile.open(tmp_path.parent / "kept.tar.gz") as kept:
        assert CARDS_READ in kept.getnames()


@pytest.mark.rule("TB-24")
def test_a_note_without_an_origin_is_ignored(tmp_path: Path) -> None:
    notebook = CardFactsFile(tmp_path)
    notebook.remember(ended(read_off().state))
    notes = json.loads((tmp_path / CARDS_READ).read_text("utf-8"))
    del notes["current"]["legion.card.ploy"]["origin"]
    (tmp_path / CARDS_READ).write_text(json.dumps(notes), "utf-8")
    assert ploy(notebook.recalled(armies()[0], "current")) == UNREAD, "a bot may have entered it"
