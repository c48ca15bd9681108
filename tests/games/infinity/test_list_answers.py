"""Answers about a list are remembered for the next match. TB-104."""

import json
import logging
from pathlib import Path

import pytest
from msgspec.structs import replace

from table.config import Config
from table.config.schema import StateConfig
from table.devices.setup import Setup
from table.games.infinity.list_answers import ListAnswersFile
from table.games.infinity.rules.model.forces import Force, Order
from table.games.notebook import EndedMatch
from table.records.beside.bot_marks import BotMarks
from table.records.folder import LIST_ANSWERS, MATCHES
from table.rules.seats import BLUE, RED
from table.session.lobby.game_notes import GameNotes
from tests.games.infinity.kit import DOCKERS, Tabletop, force, troop, trooper
from tests.records.faulty_disk import FULL, FaultyDisk

SILENT = replace(
    force(
        *troop(3, order=None, tactical=None), trooper("Shade", 1, hidden=True), bonus=None, lieutenant_orders=None
    ),
    name="Echo line", sectorial="nomads (501)",
)  # fmt: skip


def reported(blue: Force = SILENT) -> Tabletop:
    """Blue's list reports nothing: it has a Lieutenant's token, one Irregular trooper, and a Tactical Order."""
    table = Tabletop(blue, DOCKERS)
    table.blue.answers("facts.bonus", "yes")
    table.blue.answers("facts.lieutenant", 2)
    table.blue.answers("facts.none", ())
    table.blue.answers("facts.irregular", ("2",))
    table.blue.answers("facts.tactical", ("3",))
    return table


def ended(table: Tabletop) -> EndedMatch:
    return EndedMatch("m1", "2026-08-05", table.state)


@pytest.fixture
def notes(tmp_path: Path) -> ListAnswersFile:
    file = ListAnswersFile(tmp_path)
    file.remember(ended(reported()))
    return file


@pytest.mark.rule("TB-104")
def test_what_an_order_is_is_asked_once_for_each_trooper(notes: ListAnswersFile) -> None:
    table = Tabletop(notes.recalled(SILENT), DOCKERS)
    assert not any(
        table.blue.asked(f"facts.{what}") for what in ("bonus", "lieutenant", "none", "irregular", "tactical")
    )
    assert [(m.order, m.tactical) for m in table.blue.side.members] == [
        (Order.REGULAR, False), (Order.IRREGULAR, False), (Order.REGULAR, True),
    ]  # fmt: skip
    assert (table.blue.tokens, table.blue.side.lieutenant_orders) == (5, 2)


@pytest.mark.rule("TB-104")
def test_of_a_list_with_one_trooper_more_that_one_and_the_lieutenant_are_asked(notes: ListAnswersFile) -> None:
    more = force(*troop(4, order=None, tactical=None), bonus=None, lieutenant_orders=None)
    table = Tabletop(notes.recalled(replace(more, name=SILENT.name, sectorial=SILENT.sectorial)), DOCKERS)
    assert table.blue.asked("facts.bonus"), "another trooper may be the Lieutenant"
    assert table.blue.offered("facts.none") == ["4"]


@pytest.mark.rule("TB-104")
@pytest.mark.parametrize("other", [{"name": "Foxtrot"}, {"sectorial": "aleph (601)"}])
def test_another_list_is_asked_about(notes: ListAnswersFile, other: dict[str, str]) -> None:
    assert notes.recalled(replace(SILENT, **other)) == replace(SILENT, **other)


@pytest.mark.rule("TB-104")
def test_what_the_list_states_comes_first_and_is_not_noted(notes: ListAnswersFile, tmp_path: Path) -> None:
    first, *others = SILENT.troopers
    saying = replace(
        SILENT,
        troopers=(replace(first, order=Order.IRREGULAR, tactical=False), *others),
        bonus=False,
        lieutenant_orders=1,
    )
    recalled = notes.recalled(saying)
    assert (recalled.troopers[0].order, recalled.bonus, recalled.lieutenant_orders) == (Order.IRREGULAR, False, 1)
    folder = tmp_path / "other"
    folder.mkdir()
    ListAnswersFile(folder).remember(ended(Tabletop(recalled, DOCKERS)))
    assert not (folder / LIST_ANSWERS).exists(), "nobody said anything"


@pytest.mark.rule("IA-04")
def test_the_note_has_its_origin_and_no_hidden_trooper(notes: ListAnswersFile, tmp_path: Path) -> None:
    table = reported().to("orders")
    table.blue.answers("arrive", "1")
    notes.remember(ended(table))
    (note,) = json.loads((tmp_path / LIST_ANSWERS).read_text("utf-8")).values()
    assert sorted(note["troopers"]) == ["Ranger 1", "Ranger 2", "Ranger 3"]
    assert (note["match"], note["day"]) == ("m1", "2026-08-05")
    assert "Shade" not in (tmp_path / LIST_ANSWERS).read_text("utf-8")


@pytest.mark.rule("TB-76")
def test_what_was_corrected_is_noted_as_it_is_right(notes: ListAnswersFile) -> None:
    table = reported().to("orders")
    for player, key, value in (
        (table.blue, "correct", "order."),
        (table.blue, "correct.which", "order.1"),
        (table.blue, "correct.to", "irregular"),
        (table.blue, "correct.why", "slip"),
        (table.red, "correct.agree", "yes"),
    ):
        player.answers(key, value)
    notes.remember(ended(table))
    assert notes.recalled(SILENT).troopers[0].order is Order.IRREGULAR


@pytest.mark.rule("TB-104")
@pytest.mark.parametrize("bots", [False, True])
def test_a_table_remembers_it_from_match_to_match_unless_a_bot_has_answered(tmp_path: Path, bots: bool) -> None:
    setup = Setup.of(replace(Config(), state=StateConfig(folder=str(tmp_path))))
    (tmp_path / "lists" / "infinity").mkdir(parents=True)
    (tmp_path / "lists" / "infinity" / "echo.toml").write_text('[[trooper]]\nname = "144.1"\n', "utf-8")
    first = setup.games.shelf.fetch("infinity", "own:echo.toml")
    assert isinstance(first, Force)
    assert first.troopers[0].order is None
    table = Tabletop(first, DOCKERS)
    for key, value in (("bonus", "no"), ("lieutenant", 1), ("none", ()), ("irregular", ("1",)), ("tactical", ())):
        table.blue.answers(f"facts.{key}", value)
    if bots:
        (tmp_path / MATCHES).mkdir()
        BotMarks(tmp_path).bot_plays("m1")
    GameNotes(setup.games).remember("m1", "infinity", table.state)
    again = setup.games.shelf.fetch("infinity", "own:echo.toml")
    assert isinstance(again, Force)
    assert again.troopers[0].order is (None if bots else Order.IRREGULAR)
    assert again.bonus is (None if bots else False)


def test_a_disk_that_is_full_and_a_file_that_is_damaged_end_nothing(
    notes: ListAnswersFile, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        ListAnswersFile(tmp_path, FaultyDisk(FULL)).remember(ended(reported()))
        assert "is not kept" in caplog.text
        (tmp_path / LIST_ANSWERS).write_text("{", "utf-8")
        assert notes.recalled(SILENT) == SILENT
        notes.remember(ended(reported()))
    assert (tmp_path / LIST_ANSWERS).read_text("utf-8") == "{", "it is left as it is"


def test_of_a_list_that_states_all_nothing_is_noted() -> None:
    table = reported()
    assert (table.state.side(BLUE).unsaid, table.state.side(RED).unsaid) == (("1", "2", "3"), ())
