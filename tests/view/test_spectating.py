"""Spectators see what lies on the table and hear what is reported of it, and get nothing that the panels are for."""

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from table.rules.prompts import ChooseOne, Option
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.rules.view import Rolled
from table.view.published import CardNote, Desk, Focus, Notice, Published, ReaderState
from table.view.sentences import Sayings
from table.view.spectating import spectator_table, story_lines
from table.words import Words, languages
from tests.network.views import SAYINGS, published
from tests.screen import scenes

EVERY = Sayings({language: Words(language) for language in languages()})
SECRET = "the-option-of-a-hand"


def question(*, standing: bool = False) -> ChooseOne:
    options = (Option(SECRET, text(SECRET), card=SECRET),)
    return ChooseOne(key="k", seat=BLUE, ask=text("seat.blue"), rule="LG-1", standing=standing, options=options)


def test_every_sentence_is_there_in_every_language() -> None:
    seen = spectator_table(scenes.table(scenes.view("orders", text("screen.first"))), EVERY)
    assert seen.play is not None
    for headline_text in (seen.play.phase, seen.play.headline, seen.play.steps[0].name):
        assert set(headline_text) == set(languages())
    assert seen.play.phase["de"] != seen.play.phase["en"]


def test_the_emblem_of_each_army_is_shown() -> None:
    seen = spectator_table(scenes.table(scenes.view("orders", text("screen.first"))), SAYINGS)
    assert seen.play is not None
    assert {seat: each.emblem for seat, each in seen.play.seats.items()} == {
        BLUE: "faction.empire",
        RED: "faction.rebels",
    }


def test_the_lobby_is_not_shown() -> None:
    """Its questions name the lists that people have."""
    seen = spectator_table(scenes.table(None, question()), SAYINGS)
    assert (seen.match, seen.play, seen.questions) == ("", None, ())


def test_a_question_comes_without_its_answers_and_a_standing_one_not_at_all() -> None:
    view = scenes.view("orders", text("screen.first"))
    seen = spectator_table(scenes.table(view, question(), question(standing=True)), SAYINGS)
    assert [(each.seat, each.rule) for each in seen.questions] == [(BLUE, "LG-1")]
    assert SECRET.encode() not in msgspec.json.encode(seen)


def test_what_stands_on_a_seats_own_half_is_held_back() -> None:
    line_count = CardNote(text(SECRET), SECRET)
    desk = Desk(
        BLUE, ReaderState.CARD, locked=True, focus=Focus(SECRET, 3, (SECRET,)), lamp=(SECRET, ""), note=line_count
    )
    shown = scenes.table(scenes.view("orders", text("screen.first")), blue=desk, notice=Notice(BLUE, text(SECRET)))
    seen = spectator_table(shown, SAYINGS)
    assert seen.play is not None
    assert (seen.play.seats[BLUE].reader, seen.play.seats[BLUE].locked) == (ReaderState.CARD, True)
    assert SECRET.encode() not in msgspec.json.encode(seen)


def test_a_roll_comes_with_the_code_that_proves_it() -> None:
    view = scenes.view("orders", text("screen.first"), rolled=Rolled("red_defense", "block", RED, 4))
    seen = spectator_table(scenes.table(view, proof="12345678"), SAYINGS)
    assert seen.play is not None
    assert seen.play.rolled is not None
    assert (seen.play.rolled.seat, seen.play.rolled.question, seen.play.rolled.proof) == (RED, 4, "12345678")


def test_the_last_lines_of_the_story_have_the_numbers_that_they_have_in_the_match() -> None:
    view = scenes.view("orders", text("screen.first"), line_count=17)
    assert [line.number for line in story_lines(scenes.table(view), SAYINGS)] == [16, 17]
    assert story_lines(scenes.table(None), SAYINGS) == ()


@pytest.mark.slow
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(published)
def test_every_view_can_be_seen(shown: Published) -> None:
    seen = spectator_table(shown, SAYINGS)
    assert msgspec.json.decode(msgspec.json.encode(seen), type=type(seen)) == seen
